import { useState } from "react";
import type { Feedback } from "./feedback.tsx";

/** Manages the sheet or dialog that a page has opened over itself. */
export function useOpened<Opened>(done: Feedback["done"]) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  /** Closes the sheet or dialog and shows the result of the action. */
  const finish: Feedback["done"] = (...said) => {
    close();
    done(...said);
  };
  return { opened, setOpened, close, finish };
}
