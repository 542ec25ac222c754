import type { contract } from "@uola/contract";
import { type Context, type Handlers, transact } from "@uola/kernel";
import type { Documents } from "../documents/documents.ts";
import type { OrderReading } from "./order-reading.ts";
import * as store from "./order-store.ts";

/** What a buyer does with the documents of an order, by its link. */
export function orderDocuments(
  context: Context,
  { documents, reading }: { documents: Documents; reading: OrderReading },
): Handlers<Pick<typeof contract.orders, "document" | "setCompany">> {
  return {
    async document({ key, documentId }) {
      const order = await reading.byKey(key);
      return documents.file(documentId, { orderId: order.id });
    },

    async setCompany({ key, documentId, company }, { caller }) {
      const { id: orderId } = await reading.byKey(key);
      const actor = caller ?? ({ kind: "system", id: "order link" } as const);
      await transact(context, async (tx) => {
        // Money that goes back at this moment is credited before or after it, on the invoice that holds then.
        await store.lock(tx, context.siteId, orderId);
        await documents.setCompany(tx, { documentId, orderId, company, by: "BUYER", actor });
      });
      return reading.answer(orderId);
    },
  };
}
