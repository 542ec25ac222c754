import { TextButton } from "@uola/ui/buttons.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/site";
import { type ReactNode, useEffect, useRef, useState } from "react";

type Message = { text: string; urgent: boolean; undo?: (() => Promise<void>) | undefined };

/**
 * Shows the result of the last action, or the reason why it failed. The focus moves to the message,
 * because the button that was pressed may be gone.
 */
export function useNotice() {
  const [message, setMessage] = useState<Message>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) place.current?.focus();
  }, [message]);
  return {
    done: (text: string, undo?: () => Promise<void>) => setMessage({ text, urgent: false, undo }),
    fail: (text: string) => setMessage({ text, urgent: true }),
    isShown: message !== undefined,
    /** `otherwise` is the content to show while there is no message. */
    notice: (otherwise?: ReactNode) => (
      <div ref={place} tabIndex={-1} className="notices">
        <Notice urgent={message?.urgent} hue={message && !message.urgent ? "green" : "orange"}>
          {message ? (
            <>
              {message.text} {message.undo && <TextButton onClick={message.undo}>{say("action.undo")}</TextButton>}
            </>
          ) : (
            otherwise
          )}
        </Notice>
      </div>
    ),
  };
}
