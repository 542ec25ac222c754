import type { DeskMoney } from "@uola/contract";
import { whoOf } from "../../admin/kit/history.tsx";

/** Who took money or closed the day, as the history calls them. */
export const nameOf = (actor: DeskMoney["actor"]): string => whoOf({ actor });
