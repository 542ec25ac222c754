import type { contract } from "@uola/contract";
import { type Actor, type BackgroundTask, type Handlers, Refusal, refuseStaleRevision } from "@uola/kernel";
import type { Completion } from "./completion.ts";
import type { OrderReading } from "./order-reading.ts";
import type { OrderWriting } from "./order-writing.ts";
import type { Settling } from "./settle.ts";

type Parts = { reading: OrderReading; writing: OrderWriting; completion: Completion };

/** Ends unpaid orders: by the buyer, by staff, or at the deadline. */
export function orderChanges({
  reading,
  writing,
  completion,
}: Parts): Pick<Handlers<typeof contract.orders>, "cancel" | "cancelByKey"> {
  async function cancel(orderId: string, by: { actor: Actor; revision?: string; reason?: string }) {
    const { actor, revision, reason } = by;
    const done = await writing.onOrder(orderId, async (tx, order) => {
      if (revision !== undefined) refuseStaleRevision(order, revision);
      if (order.state !== "AWAITING_PAYMENT") {
        throw new Refusal("ORDER_NOT_OPEN", `The order is ${order.state}.`, 409, { state: order.state });
      }
      await completion.end(tx, order, "CANCELED", { actor, reason });
      return true;
    });
    if (!done) throw reading.notFound();
    return reading.answer(orderId);
  }

  return {
    cancel: ({ orderId, revision, reason }, { caller: actor }) => cancel(orderId, { actor, revision, reason }),
    cancelByKey: async ({ key }) => {
      const { id } = await reading.byKey(key);
      return cancel(id, { actor: { kind: "system", id: "link in a mail" } });
    },
  };
}

const atOnce = 50;

/** Ends orders whose deadline has passed and releases their places. */
export const expiryTask = ({ settling }: { settling: Settling }): BackgroundTask => ({
  name: "orders: expire",
  everyMs: 5000,
  run: () => settling.expireDue(atOnce),
});
