import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { RoundButton, TextButton } from "../../ui/buttons.tsx";
import { focusFirst } from "../../ui/first-focus.ts";
import { say } from "./tell.ts";

type SheetProps = {
  title: string;
  /** Something was typed that is not kept yet: closing asks first. */
  isChanged?: boolean;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A page beside the page; the browser holds the focus inside and gives it back. */
export function Sheet({ title, isChanged = false, wide = false, onClose, children }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const [asks, setAsks] = useState(false);
  const heading = useId();
  // Before it is taken off the page, or the focus is given back to nobody.
  useLayoutEffect(() => {
    const element = sheet.current;
    if (element && !element.open) {
      element.showModal();
      focusFirst(element);
    }
    return () => element?.close();
  }, []);
  const leave = () => (isChanged && !asks ? setAsks(true) : onClose());
  return (
    <dialog
      ref={sheet}
      className={`sheet ${wide ? "wide" : ""}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <header>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <RoundButton bare icon="close" label={say("sheet.close")} onClick={leave} />
      </header>
      <div role="alert">
        {asks && isChanged && (
          <div className="notice mb-5">
            <div>
              <p>{say("sheet.unsaved")}</p>
              <TextButton className="mr-6" onClick={onClose}>
                {say("sheet.discard")}
              </TextButton>
              <TextButton onClick={() => setAsks(false)}>{say("sheet.goOn")}</TextButton>
            </div>
          </div>
        )}
      </div>
      {children}
    </dialog>
  );
}
