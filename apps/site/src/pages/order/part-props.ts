import type { OrderData } from "./order.data.ts";

/** Props of both views of the page. */
export type PartProps = { data: OrderData; search: URLSearchParams; orderKey: string };
