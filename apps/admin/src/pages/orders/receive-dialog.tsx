import { useHasPower } from "@uola/browser/session/session.tsx";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Order } from "@uola/contract";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { formatCents, parseCents } from "@uola/ui/kit/money.ts";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useState } from "react";

type Kind = "BANK_TRANSFER" | "CASH" | "CARD";
type Draft = { kind: Kind; amount: string; receiptNumber: string };
const desk = ["CASH", "CARD"] as const;
const label = (field: keyof Draft) => say(`orders.receive.${field}`);

type Props = { order: Order; onClose: (done?: string) => void };

/**
 * Records a payment: a bank transfer, or a payment at the front desk with the number of the till's
 * receipt.
 */
export function ReceiveDialog({ order, onClose }: Props) {
  const write = usePlatformAction("orders", "documents");
  // Makes the call idempotent: a retry does not record a second payment.
  const [requestId] = useState(() => crypto.randomUUID());
  const left = order.dueNow;
  // Bookkeepers record bank transfers; the front desk records the payments it receives.
  const [keepsBooks, takesMoney] = [useHasPower("keepsBooks"), useHasPower("managesBookings")];
  const kinds: Kind[] = [...(keepsBooks ? ["BANK_TRANSFER" as const] : []), ...(takesMoney ? desk : [])];
  const usual = order.way === "AT_DESK" && takesMoney ? "CASH" : kinds[0];
  const form = useEntityForm<Draft>({
    label,
    kept: {
      draft: {
        kind: usual ?? "CASH",
        amount: formatCents(left),
        receiptNumber: "",
      },
      revision: undefined,
    },
    isNew: true,
    prefix: "receive-",
    check: ({ kind, amount, receiptNumber }) => ({
      ...(!parseCents(amount) && { amount: say("orders.receive.wrong.amount") }),
      ...(kind !== "BANK_TRANSFER" && !receiptNumber.trim() && { receiptNumber: say("orders.receive.wrong.receipt") }),
    }),
    save: async ({ draft: { kind, amount, receiptNumber } }) => {
      await write(({ payments }) =>
        payments.receive({
          orderId: order.id,
          kind,
          requestId,
          amount: parseCents(amount) ?? 0,
          ...(receiptNumber.trim() && { receiptNumber: receiptNumber.trim() }),
        }),
      );
      onClose(say("orders.receive.done", { number: order.number }));
    },
  });
  return (
    <FormDialog
      title={say("orders.receive")}
      sure={say("orders.receive.do")}
      giveUp={say("form.cancel")}
      form={form}
      disabled={form.busy}
      onClose={() => onClose()}
    >
      <p>{say("orders.receive.lead", { number: order.number, amount: money(left) })}</p>
      <RadioGroup
        shown
        legend={label("kind")}
        name="kind"
        value={form.draft.kind}
        onChange={(kind) => form.set({ kind: kind as Draft["kind"] })}
        choices={kinds.map((value) => ({ value, label: say(`orders.kind.${value}`) }))}
      />
      <MoneyField {...form.text("amount")} onChange={(amount) => form.set({ amount })} />
      {form.draft.kind !== "BANK_TRANSFER" && <Field {...form.text("receiptNumber")} maxLength={40} />}
    </FormDialog>
  );
}
