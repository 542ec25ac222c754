import { wrongNames } from "@uola/booking";
import type { contract } from "@uola/contract";
import { newId } from "@uola/database";
import { type Context, type Handlers, Refusal, Violation } from "@uola/kernel";
import { sumOf } from "../../money/money.ts";
import type { PassLedger } from "../../passes/passes.ts";
import type { OrderReading } from "../order-reading.ts";
import { withdrawableUntil } from "../order-rules.ts";
import * as store from "../order-store.ts";
import type { OrderWriting } from "../order-writing.ts";
import * as paymentStore from "../payment-store.ts";
import type { LineRefunds } from "./line-refunds.ts";
import { refundCause } from "./refund-reasons.ts";
import { leftOf } from "./unused-value.ts";

type Parts = { passes: PassLedger; reading: OrderReading; writing: OrderWriting; lineRefunds: LineRefunds };

/**
 * Handlers for withdrawals, which the law requires online sellers to offer. The rules are in
 * docs/rules/refunds.md.
 */
export function withdrawals(
  { siteId, now }: Context,
  { passes, reading, writing, lineRefunds }: Parts,
): Pick<Handlers<typeof contract.orders>, "withdraw"> {
  const refused = (line: store.LineRow | undefined, lineId: string, problem: string) =>
    new Refusal("NOT_REFUNDABLE", `One cannot withdraw from ${line?.name ?? lineId}.`, 409, { lineId, problem });

  /** Returns the requested lines. Rejects unless all of them can currently be withdrawn from. */
  function withdrawable(order: store.OrderRow, lines: readonly store.LineRow[], lineIds: readonly string[]) {
    return lineIds.map((lineId) => {
      const line = lines.find(({ id }) => id === lineId);
      const until = line && withdrawableUntil(line.kind, { boughtDate: order.paidDate, soldAtDesk: order.soldAtDesk });
      if (!line || !until || line.state !== "DONE" || leftOf(line) === 0) throw refused(line, lineId, "NO_RIGHT");
      if (now() > until) throw refused(line, lineId, "TOO_LATE");
      return line;
    });
  }

  return {
    async withdraw({ key, lineIds: asked, name, email, iban }) {
      const wrongs = wrongNames(undefined, [["name", name]]);
      if (wrongs.length > 0) throw new Violation(wrongs);
      const { id: orderId } = await reading.byKey(key);
      const lineIds = [...new Set(asked)];
      await writing.onOrder(orderId, async (tx, order) => {
        const lines = await store.lines(tx, siteId, [orderId]);
        const isDone = (lineId: string) => lines.some(({ id, withdrawalId }) => id === lineId && withdrawalId !== null);
        const left = lineIds.filter((lineId) => !isDone(lineId));
        if (left.length === 0) return;
        const backs = [];
        for (const line of withdrawable(order, lines, left)) {
          // The part of a pass that was already used is not refunded.
          const unused = line.kind === "PASS" && line.passId ? await passes.ofOrder.unused(tx, line.passId) : undefined;
          if (unused === 0) throw refused(line, line.id, "USED");
          backs.push({ line, amount: Math.min(leftOf(line), unused ?? leftOf(line)) });
        }
        const row = { siteId, id: newId(), orderId, name, email, createdDate: now() };
        const amount = sumOf(backs.map((back) => back.amount));
        await paymentStore.insertWithdrawal(tx, { ...row, amount });
        for (const { line } of backs) await store.updateLine(tx, line, { withdrawalId: row.id });
        const why = refundCause("WITHDRAWN", order.language, { kind: "system", id: "link in a mail" });
        await lineRefunds.refund(tx, order, backs, { way: "AS_PAID", iban }, why, {
          action: "order.withdraw",
          slug: "withdrawn",
          mail: "withdrawn",
          withdrawalId: row.id,
          facts: { name, email },
          // The confirmation is sent to the email address in the statement of withdrawal, which may
          // belong to anyone.
          ...(email.toLowerCase() !== order.buyer.email?.toLowerCase() && { cause: {} }),
        });
      });
      return reading.answer(orderId);
    },
  };
}
