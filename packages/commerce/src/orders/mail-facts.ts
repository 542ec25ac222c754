import type { Order } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { createDocuments } from "../documents/documents.ts";
import { createOrderReading } from "./order-reading.ts";
import * as store from "./order-store.ts";
import type { OrderMail } from "./settle.ts";

/** What a mail about an order says, and the address of its page. */
export type OrderFacts = { order: Order; url: string };

/** Reads an order for the mail that was ordered. `undefined`: there is none. */
export function orderFacts(context: Context) {
  const { db, siteId, urls } = context;
  const reading = createOrderReading(context, { documents: createDocuments(context) });
  return async ({ orderId, language }: OrderMail): Promise<OrderFacts | undefined> => {
    const row = await store.find(db, siteId, orderId);
    if (!row) return undefined;
    return { order: await reading.toOrder(row), url: orderUrl(urls.site, language, await reading.keyOf(orderId)) };
  };
}

/** The key stands after the hash: browsers do not send that part, so that no log has it. */
export const orderUrl = (site: string, language: string, key: string): string =>
  `${site}${language === "en" ? "/en" : ""}/order/#${key}`;
