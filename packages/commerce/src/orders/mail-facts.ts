import type { Order, OrderWithdrawal } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { createDocuments, type DocumentFile } from "../documents/documents.ts";
import * as cartStore from "./carts/cart-store.ts";
import { createOrderReading } from "./order-reading.ts";
import * as store from "./order-store.ts";
import type { OrderMail } from "./order-writing.ts";

/** The content of a mail about an order, the URL of its page, and the attached documents. */
export type OrderFacts = {
  order: Order;
  url: string;
  withdrawal: OrderWithdrawal | undefined;
  files: readonly DocumentFile[];
  /** Whether the mail goes to a member's own verified address. */
  isOwnMailbox: boolean;
};

/** Reads the order for a queued mail. Returns `undefined` if the order does not exist. */
export function orderFacts(context: Context) {
  const { db, siteId, urls } = context;
  const documents = createDocuments(context);
  const reading = createOrderReading(context, { documents });
  return async (mail: OrderMail): Promise<OrderFacts | undefined> => {
    const { orderId, language, documentIds = [], withdrawalId } = mail;
    const row = await store.find(db, siteId, orderId);
    if (!row) return undefined;
    const order = await reading.toOrder(row);
    const member = row.memberId ? await cartStore.member(db, siteId, row.memberId) : undefined;
    return {
      order,
      url: orderUrl(urls.site, language, await reading.keyOf(orderId)),
      withdrawal: order.withdrawals.find(({ id }) => id === withdrawalId),
      isOwnMailbox: member?.emailVerified === true && isSameAddress(member.email, row.buyer.email),
      files: await documents.toAttach(orderId, documentIds),
    };
  };
}

const isSameAddress = (a: string, b: string | null | undefined): boolean => a.toLowerCase() === b?.toLowerCase();

/** The key is in the fragment, which browsers do not send, so that it appears in no log. */
export const orderUrl = (site: string, language: string, key: string): string =>
  `${site}${language === "en" ? "/en" : ""}/order/#${key}`;
