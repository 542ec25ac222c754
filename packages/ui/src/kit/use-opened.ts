import { useState } from "react";
import type { Feedback } from "./feedback.tsx";

/** What a page has opened over itself: a sheet or a dialog. */
export function useOpened<Opened>(done: Feedback["done"]) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  /** Closes it and shows what was done. */
  const finish: Feedback["done"] = (...said) => {
    close();
    done(...said);
  };
  return { opened, setOpened, close, finish };
}
