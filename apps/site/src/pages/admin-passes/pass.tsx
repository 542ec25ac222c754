import { part } from "../../loader/part.tsx";
import type { PassProps } from "./pass-sheet.tsx";

/** A pass, where it is not what a page is about. It comes when somebody opens it: its steps weigh as much as a page. */
export const OpenedPass = part<PassProps>(async () => (await import("./pass-sheet.tsx")).PassSheet);
