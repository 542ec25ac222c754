import type { contract } from "@uola/contract";
import { type Context, type Handlers, transact } from "@uola/kernel";
import type { Documents } from "../documents/documents.ts";
import type { OrderReading } from "./order-reading.ts";
import * as store from "./order-store.ts";
import type { OrderWriting } from "./order-writing.ts";

/** A buyer's access to the documents of an order, by its link. */
export function orderDocuments(
  context: Context,
  { documents, reading, writing }: { documents: Documents; reading: OrderReading; writing: OrderWriting },
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
        // Locks the order, so that a concurrent refund is credited on the invoice that is valid at
        // that time.
        const order = await store.lock(tx, context.siteId, orderId);
        if (!order) throw reading.notFound();
        const { credit, invoice } = await documents.setCompany(tx, {
          documentId,
          orderId,
          company,
          actor,
          by: "BUYER",
        });
        const about = { mail: "invoiced", documentIds: [credit.id, invoice.id] } as const;
        await writing.record(tx, order, { actor, action: "order.setCompany", after: { company }, ...about });
      });
      return reading.answer(orderId);
    },
  };
}
