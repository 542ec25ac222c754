import { say } from "@uola/words/site";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { TextButton } from "../../ui/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";

type Told = { text: string; urgent: boolean; undo?: (() => Promise<void>) | undefined };

/** What was just done, or why it was not: the focus is led to it, for the button that was pressed may be gone. */
export function useTold() {
  const [told, setTold] = useState<Told>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (told) place.current?.focus();
  }, [told]);
  return {
    done: (text: string, undo?: () => Promise<void>) => setTold({ text, urgent: false, undo }),
    fail: (text: string) => setTold({ text, urgent: true }),
    isTold: told !== undefined,
    /** `otherwise` is shown while there is nothing to tell. */
    notice: (otherwise?: ReactNode) => (
      <div ref={place} tabIndex={-1} className="notices">
        <Notice urgent={told?.urgent} hue={told && !told.urgent ? "green" : "orange"}>
          {told ? (
            <>
              {told.text} {told.undo && <TextButton onClick={told.undo}>{say("action.undo")}</TextButton>}
            </>
          ) : (
            otherwise
          )}
        </Notice>
      </div>
    ),
  };
}
