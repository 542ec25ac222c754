import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Order } from "@uola/contract";
import { isIban, normalizeIban } from "@uola/contract/iban";
import { isPaidOnline } from "@uola/contract/payment-providers";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Field } from "@uola/ui/field.tsx";
import { CheckList } from "@uola/ui/kit/check-list.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { formatCents, parseCents } from "@uola/ui/kit/money.ts";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useState } from "react";

type Draft = { way: "PROVIDER" | "TRANSFER" | "DESK" | "CREDIT"; receiptNumber: string; iban: string; reason: string };
const label = (field: keyof Draft) => (field === "reason" ? say("orders.reason") : say(`orders.refund.${field}`));

/**
 * Returns the possible refund methods, the usual one first. Payments received by a provider are
 * refunded through that provider; other payments cannot be.
 */
function refundMethods({ payments }: Order): Draft["way"][] {
  const kinds = payments.map(({ kind }) => kind);
  if (kinds.length > 0 && kinds.every(isPaidOnline)) return ["PROVIDER", "CREDIT"];
  const atDesk = kinds.some((kind) => kind === "CASH" || kind === "CARD");
  const byHand: Draft["way"][] = atDesk ? ["DESK", "TRANSFER", "CREDIT"] : ["TRANSFER", "DESK", "CREDIT"];
  return kinds.length === 0 || kinds.some(isPaidOnline) ? ["PROVIDER", ...byHand] : byHand;
}

/** Returns the name printed on the new voucher. */
const nameOf = ({ buyer: { firstName, lastName }, company }: Order): string =>
  company?.name ?? [firstName, lastName].filter(Boolean).join(" ");

type Props = { order: Order; onClose: (done?: string) => void };

/**
 * Refunds the chosen order lines. Each line proposes its quoted amount. The user may type another
 * amount, and the reason given for it is stored in the history.
 */
export function RefundDialog({ order, onClose }: Props) {
  const write = usePlatformAction("orders", "documents");
  // A line that the provider has already refunded can still be cancelled here.
  const lines = order.lines.filter(({ state }) => state === "DONE");
  const [chosen, setChosen] = useState(lines.map(({ id }) => id));
  const quote = usePlatformQuery(
    ["orders", "refund", order.id],
    ({ orders }) => orders.quoteRefund({ orderId: order.id }),
    { refetch: true },
  ).data;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const quoted = (lineId: string) => quote?.lines.find((line) => line.lineId === lineId)?.amount ?? 0;
  const amountOf = (lineId: string) => {
    const text = typed[lineId];
    return text === undefined ? quoted(lineId) : parseCents(text);
  };
  const sum = chosen.reduce((total, id) => total + (amountOf(id) ?? 0), 0);
  const ways = refundMethods(order);
  const form = useEntityForm<Draft>({
    label,
    kept: {
      draft: {
        way: ways[0] ?? "PROVIDER",
        receiptNumber: "",
        iban: "",
        reason: "",
      },
      revision: order.revision,
    },
    isNew: true,
    prefix: "refund-",
    check: ({ way, receiptNumber, iban, reason }) => ({
      ...(way === "DESK" && !receiptNumber.trim() && { receiptNumber: say("orders.receive.wrong.receipt") }),
      ...(way === "TRANSFER" && iban.trim() && !isIban(normalizeIban(iban)) && { iban: say("documents.wrong.iban") }),
      ...(reason.trim().length < 3 && { reason: say("orders.wrong.reason") }),
    }),
    save: async ({ draft: { way, receiptNumber, iban, reason } }) => {
      await write(({ orders }) =>
        orders.refund({
          orderId: order.id,
          revision: order.revision,
          way,
          reason: reason.trim(),
          lines: chosen.map((lineId) => {
            const amount = amountOf(lineId) ?? 0;
            return amount === quoted(lineId) ? { lineId, expectedAmount: amount } : { lineId, amount };
          }),
          ...(way === "DESK" && { receiptNumber: receiptNumber.trim() }),
          ...(way === "TRANSFER" && iban.trim() && { iban: normalizeIban(iban) }),
        }),
      );
      const isToPrint = way === "CREDIT" && !order.buyer.email;
      onClose(
        say(isToPrint ? "orders.refund.toPrint" : "orders.refund.done", { number: order.number, name: nameOf(order) }),
      );
    },
  });
  const { way } = form.draft;
  return (
    <FormDialog
      title={say("orders.refund")}
      sure={say("orders.refund.do", { amount: money(sum) })}
      giveUp={say("orders.refund.not")}
      form={form}
      disabled={form.busy || !quote || chosen.length === 0 || chosen.some((id) => amountOf(id) == null)}
      onClose={() => onClose()}
    >
      <CheckList
        id="refund-lines"
        legend={say("orders.lines")}
        options={lines.map(({ id, name }) => ({ value: id, label: name }))}
        values={chosen}
        onChange={setChosen}
      />
      {lines
        .filter(({ id }) => chosen.includes(id))
        .map(({ id, name, total, refunded }) => (
          <MoneyField
            key={id}
            id={`refund-amount-${id}`}
            label={say("orders.refund.amount", { name })}
            hint={say("orders.refund.amount.hint", { quoted: money(quoted(id)), left: money(total - refunded) })}
            value={typed[id] ?? formatCents(quoted(id))}
            onChange={(text) => setTyped({ ...typed, [id]: text })}
            {...(amountOf(id) == null && { error: say("orders.receive.wrong.amount") })}
          />
        ))}
      <RadioGroup
        shown
        legend={say("orders.refund.way")}
        name="refund-way"
        value={way}
        onChange={(value) => form.set({ way: value as Draft["way"] })}
        choices={ways.map((value) => ({ value, label: say(`orders.refund.way.${value}`) }))}
      />
      {way === "TRANSFER" && <Field {...form.text("iban")} maxLength={42} optional={say("optional")} />}
      {way === "CREDIT" && !order.buyer.email && <p>{say("orders.refund.noAddress", { name: nameOf(order) })}</p>}
      {way === "DESK" && <Field {...form.text("receiptNumber")} maxLength={40} />}
      <Field {...form.text("reason")} maxLength={500} />
    </FormDialog>
  );
}
