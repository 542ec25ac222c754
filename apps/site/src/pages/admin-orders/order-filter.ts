import type { OrderState } from "@uola/contract";
import { linkTo } from "../../loader/locale.ts";

/** A state, or what is late whatever its state is called. */
export type Chosen = OrderState | "OVERDUE" | "";

/** The list of orders with parts that are late. */
export const lateHref = (): string => linkTo("/admin/orders/?late=1");

/** What an address asks for. */
export const chosenIn = (search: URLSearchParams): Chosen => (search.get("late") === "1" ? "OVERDUE" : "");

/** As the platform is asked for it. */
export const filterOf = (chosen: Chosen) => {
  if (chosen === "OVERDUE") return { overdue: true };
  return chosen ? { states: [chosen] } : {};
};
