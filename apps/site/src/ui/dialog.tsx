import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { RoundButton } from "./buttons.tsx";
import { focusFirst } from "./first-focus.ts";

type DialogProps = { open: boolean; title: string; close: string; onClose: () => void; children: ReactNode };

/** A modal question; the browser holds the focus inside and gives it back. */
export function Dialog({ open, title, close, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) {
      element.showModal();
      focusFirst(element);
    }
    if (!open && element?.open) element.close();
  }, [open]);
  // One that leaves the page while it is open gives the focus back, too.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={heading} onClose={onClose}>
      <header>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <RoundButton bare icon="close" label={close} onClick={() => dialog.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}
