import type { Order, OrderWithdrawal } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { createDocuments, type DocumentFile } from "../documents/documents.ts";
import * as cartStore from "./cart-store.ts";
import { createOrderReading } from "./order-reading.ts";
import * as store from "./order-store.ts";
import type { OrderMail } from "./order-writing.ts";

/** What a mail about an order says, the address of its page, and the documents that come along. */
export type OrderFacts = {
  order: Order;
  url: string;
  withdrawal: OrderWithdrawal | undefined;
  files: readonly DocumentFile[];
  /** It is of a member, and goes to the verified address of their own account. */
  isOwnMailbox: boolean;
};

/** Reads an order for the mail that was ordered. `undefined`: there is none. */
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

/** The key stands after the hash: browsers do not send that part, so that no log has it. */
export const orderUrl = (site: string, language: string, key: string): string =>
  `${site}${language === "en" ? "/en" : ""}/order/#${key}`;
