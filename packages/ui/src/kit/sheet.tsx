import { useUnsavedInDocument } from "@uola/browser/unsaved.ts";
import { say } from "@uola/words/admin";
import { type ReactNode, useState } from "react";
import { TextButton } from "../buttons.tsx";
import { Overlay } from "../overlay.tsx";

type SheetProps = {
  title: string;
  /** The form has unsaved changes: closing asks for confirmation first. */
  isChanged?: boolean;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A panel next to the page; closing it with unsaved changes asks for confirmation first. */
export function Sheet({ title, isChanged = false, wide = false, onClose, children }: SheetProps) {
  const [asks, setAsks] = useState(false);
  useUnsavedInDocument(isChanged);
  return (
    <Overlay
      form={wide ? "sheet wide" : "sheet"}
      title={title}
      close={say("sheet.close")}
      onClose={() => (isChanged && !asks ? setAsks(true) : onClose())}
    >
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
    </Overlay>
  );
}
