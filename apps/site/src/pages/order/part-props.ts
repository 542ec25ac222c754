import type { OrderData } from "./order.data.ts";

/** What each of the two parts of the page is given. */
export type PartProps = { data: OrderData; search: URLSearchParams; orderKey: string };
