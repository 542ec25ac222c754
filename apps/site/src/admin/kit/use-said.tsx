import { useCallback, useEffect, useState } from "react";
import { Notice, Toast } from "../../ui/notice.tsx";
import { say, tell } from "./tell.ts";

type Undo = () => Promise<unknown>;
const toastMs = 8_000;

export type Said = ReturnType<typeof useSaid>;

/** Does things and says how they went, with a way back from them where there is one. */
export function useSaid() {
  const [said, setSaid] = useState<{ text: string; undo?: Undo | undefined }>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), toastMs);
    return () => clearTimeout(timer);
  }, [said]);

  const done = useCallback((text: string, undo?: Undo) => {
    setFailure(undefined);
    setSaid({ text, undo });
  }, []);
  const make = useCallback(
    async <Answer,>(
      work: () => Promise<Answer>,
      text: string | ((answer: Answer) => string),
      undo?: Undo,
    ): Promise<boolean> => {
      try {
        const answer = await work();
        done(typeof text === "string" ? text : text(answer), undo);
        return true;
      } catch (error) {
        setSaid(undefined);
        setFailure(tell(error));
        return false;
      }
    },
    [done],
  );
  const undo = said?.undo;
  const shown = (
    <>
      <Notice urgent>{failure}</Notice>
      <Toast {...(undo && { undo: { label: say("undo"), onClick: () => void make(undo, say("undone")) } })}>
        {said?.text}
      </Toast>
    </>
  );
  return { make, done, shown };
}
