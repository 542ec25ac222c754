import { part } from "@uola/page-loader/part.tsx";
import type { PassProps } from "./pass-sheet.tsx";

/**
 * The sheet of a pass, opened from another page. It is loaded on demand, because its dialogs are as
 * large as a page.
 */
export const OpenedPass = part<PassProps>(async () => (await import("./pass-sheet.tsx")).PassSheet);
