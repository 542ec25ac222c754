import { part } from "@uola/page-loader/part.tsx";
import type { HistoryProps } from "./history-sheet.tsx";

/** The history of one item. Loaded on demand, because its texts are larger than most pages. */
export const History = part<HistoryProps>(async () => (await import("./history-sheet.tsx")).HistorySheet);
