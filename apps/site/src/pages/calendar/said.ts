import { useEffect, useState } from "react";
import { failureOf } from "./failure.ts";

export type Said = { text: string; undo?: () => void };
const toastMs = 10_000;

/** What was just done, for a while, or why it was not. */
export function useSaid() {
  const [said, setSaid] = useState<Said>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), toastMs);
    return () => clearTimeout(timer);
  }, [said]);
  /** Does it and says so; returns whether it was done. */
  const attempt = async (work: () => Promise<unknown>, done: Said): Promise<boolean> => {
    setFailure(undefined);
    try {
      await work();
      setSaid(done);
      return true;
    } catch (error) {
      setSaid(undefined);
      setFailure(failureOf(error));
      return false;
    }
  };
  return { said, failure, setSaid, setFailure, attempt };
}

/** The time, anew every half minute. */
export function useClock(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether the window is too narrow for a week side by side. */
export function useNarrow(): boolean {
  const [query] = useState(() => matchMedia("(max-width: 63.99rem)"));
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const look = () => setNarrow(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, [query]);
  return narrow;
}
