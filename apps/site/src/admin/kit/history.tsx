import { part } from "../../loader/part.tsx";
import type { HistoryProps } from "./history-sheet.tsx";

/** The history of one thing. It comes when somebody asks for it: its sentences are longer than most pages. */
export const History = part<HistoryProps>(async () => (await import("./history-sheet.tsx")).HistorySheet);
