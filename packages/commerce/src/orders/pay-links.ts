import type { contract } from "@uola/contract";
import { type Handlers, Refusal, refuseStaleRevision, Violation } from "@uola/kernel";
import type { OrderReading } from "./order-reading.ts";
import { isPayable } from "./order-rules.ts";
import type { OrderWriting } from "./order-writing.ts";

/**
 * Handlers for sending the link for paying an unpaid order. It is the ordinary link of the order:
 * it accepts every available payment method and works as long as the order is unpaid.
 */
export const payLinks = ({
  reading,
  writing,
}: {
  reading: OrderReading;
  writing: OrderWriting;
}): Pick<Handlers<typeof contract.orders>, "sendPayLink"> => ({
  async sendPayLink({ orderId, revision, email }, { caller: actor }) {
    const done = await writing.onOrder(orderId, async (tx, order) => {
      refuseStaleRevision(order, revision);
      if (!isPayable(order.state)) {
        throw new Refusal("ORDER_NOT_OPEN", `The order is ${order.state}.`, 409, { state: order.state });
      }
      const to = email ?? order.buyer.email;
      if (!to) throw new Violation([{ field: "email", description: "is required: the buyer left no address" }]);
      // Idempotent: a repeated request finds a newer revision and sends nothing.
      const after = await writing.write(tx, order, {});
      await writing.record(tx, after, { actor, action: "order.payLink", after: { to }, mail: "toPay", to });
      return true;
    });
    if (!done) throw reading.notFound();
    return reading.answer(orderId);
  },
});
