import type { Order } from "@uola/contract";
import { isIban, normalIban } from "@uola/contract/iban";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useState } from "react";
import { CheckList } from "../../admin/kit/check-list.tsx";
import { FormDialog } from "../../admin/kit/form-dialog.tsx";
import { useEntityForm } from "../../admin/kit/use-entity-form.ts";
import { RadioGroup } from "../../ui/choices.tsx";
import { Field } from "../../ui/field.tsx";
import { usePlatformAction, usePlatformQuery } from "../../use-platform.ts";

const ways = ["PROVIDER", "TRANSFER", "DESK", "CREDIT"] as const;
type Draft = { way: (typeof ways)[number]; receiptNumber: string; iban: string; reason: string };
const label = (field: keyof Draft) => (field === "reason" ? say("orders.reason") : say(`orders.refund.${field}`));

/** As it was paid, where that is known. */
function wayBack({ payments }: Order): Draft["way"] {
  const kinds = payments.map(({ kind }) => kind);
  if (kinds.some((kind) => /^(DEMO_BANK|MONTONIO|STRIPE)$/.test(kind))) return "PROVIDER";
  return kinds.some((kind) => kind === "CASH" || kind === "CARD") ? "DESK" : "TRANSFER";
}

/** Whose name stands on the new voucher. */
const nameOf = ({ buyer: { firstName, lastName }, company }: Order): string =>
  company?.name ?? [firstName, lastName].filter(Boolean).join(" ");

type Props = { order: Order; onClose: (done?: string) => void };

/** Gives money back for chosen lines. What the policy of the purchase says is shown; the owner may give all of it. */
export function RefundDialog({ order, onClose }: Props) {
  const write = usePlatformAction("orders", "documents");
  const lines = order.lines.filter(({ total, refunded, state }) => state === "DONE" && total > refunded);
  const [chosen, setChosen] = useState(lines.map(({ id }) => id));
  const quote = usePlatformQuery(
    ["orders", "refund", order.id],
    ({ orders }) => orders.quoteRefund({ orderId: order.id }),
    { anew: true },
  ).data;
  const left = (lineId: string) => {
    const line = lines.find(({ id }) => id === lineId);
    return line ? line.total - line.refunded : 0;
  };
  const sum = chosen.reduce((total, id) => total + left(id), 0);
  const form = useEntityForm<Draft>({
    label,
    kept: {
      draft: {
        way: wayBack(order),
        ...{ receiptNumber: "", iban: "", reason: "" },
      },
      revision: order.revision,
    },
    isNew: true,
    prefix: "refund-",
    check: ({ way, receiptNumber, iban, reason }) => ({
      ...(way === "DESK" && !receiptNumber.trim() && { receiptNumber: say("orders.receive.wrong.receipt") }),
      ...(way === "TRANSFER" && iban.trim() && !isIban(normalIban(iban)) && { iban: say("documents.wrong.iban") }),
      ...(reason.trim().length < 3 && { reason: say("orders.wrong.reason") }),
    }),
    save: async ({ draft: { way, receiptNumber, iban, reason } }) => {
      await write(({ orders }) =>
        orders.refund({
          ...{ orderId: order.id, revision: order.revision, way, reason: reason.trim() },
          lines: chosen.map((lineId) => ({ lineId })),
          ...(way === "DESK" && { receiptNumber: receiptNumber.trim() }),
          ...(way === "TRANSFER" && iban.trim() && { iban: normalIban(iban) }),
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
      disabled={form.busy || chosen.length === 0}
      onClose={() => onClose()}
    >
      <CheckList
        id="refund-lines"
        legend={say("orders.lines")}
        options={lines.map(({ id, name }) => ({ value: id, label: `${name} · ${money(left(id))}` }))}
        values={chosen}
        onChange={setChosen}
      />
      {quote && <p className="text-muted">{say("orders.refund.policy", { amount: money(quote.amount) })}</p>}
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
