import { say } from "@uola/words/admin";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { Notice, Toast } from "../notice.tsx";
import { adminErrorMessage } from "./sentences.ts";

type Work = () => Promise<unknown>;
/** The undo action, with an optional message to show after it. */
type Undo = Work | { work: Work; text: string };
type Options = {
  /** Lets the "Z" key undo the last action, too. */
  byKey?: boolean;
  /** The message for an invalid request, on pages without fields to mark as wrong. */
  invalid?: Parameters<typeof adminErrorMessage>[1];
};

const toastMs = 10_000;

export type Feedback = ReturnType<typeof useFeedback>;

/** Runs actions and shows their results, with an undo button if the action can be undone. */
export function useFeedback({ byKey = false, invalid }: Options = {}) {
  const [told, setTold] = useState<{ text: string; undo?: Undo | undefined }>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => setTold(undefined), toastMs);
    return () => clearTimeout(timer);
  }, [told]);

  const done = useCallback((text: string, undo?: Undo) => {
    setFailure(undefined);
    setTold({ text, undo });
  }, []);
  const fail = useCallback((text: string) => {
    setTold(undefined);
    setFailure(text);
  }, []);
  const make = useCallback(
    async <Answer,>(
      work: () => Promise<Answer>,
      text?: string | ((answer: Answer) => string),
      undo?: Undo,
    ): Promise<boolean> => {
      setFailure(undefined);
      try {
        const answer = await work();
        if (text !== undefined) done(typeof text === "string" ? text : text(answer), undo);
        return true;
      } catch (error) {
        fail(adminErrorMessage(error, invalid));
        return false;
      }
    },
    [done, fail, invalid],
  );

  const undo = told?.undo;
  const takeBack =
    undo &&
    (() => {
      // The undo button disappears at the first press: a second press would be rejected as a
      // conflict with another change.
      setTold({ text: told.text });
      void (typeof undo === "function" ? make(undo, say("undone")) : make(undo.work, undo.text));
    });
  const onKey = useEffectEvent(({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const isTyping =
      target instanceof HTMLElement &&
      target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");
    if (key !== "z" || isTyping || ctrlKey || metaKey || altKey || document.querySelector("dialog[open]")) return;
    takeBack?.();
  });
  useEffect(() => {
    if (!byKey) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [byKey]);

  const refused = <Notice urgent>{failure}</Notice>;
  const shown = (
    <>
      {refused}
      <Toast {...(takeBack && { undo: { label: say("undo"), onClick: takeBack, ...(byKey && { key: "Z" }) } })}>
        {told?.text}
      </Toast>
    </>
  );
  /** `refused` is for places that show their own success message. */
  return { make, done, fail, shown, refused };
}
