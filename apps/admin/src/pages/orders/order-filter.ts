import type { OrderState } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";

/** An order state, or overdue orders in any state. */
export type Chosen = OrderState | "OVERDUE" | "";

/** Link to the list of orders with overdue instalments. */
export const overdueHref = (): string => linkTo("/admin/orders/?late=1");

/** Returns the filter that the URL selects. */
export const chosenIn = (search: URLSearchParams): Chosen => (search.get("late") === "1" ? "OVERDUE" : "");

/** Converts the selection to the platform's filter. */
export const filterOf = (chosen: Chosen) => {
  if (chosen === "OVERDUE") return { overdue: true };
  return chosen ? { states: [chosen] } : {};
};
