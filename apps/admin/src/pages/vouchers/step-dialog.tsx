import { isEmail } from "@uola/browser/gym/email-address.ts";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { DeskPayment, Voucher } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { formatCents, parseCents } from "@uola/ui/kit/money.ts";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useState } from "react";
import { PaymentFields, paymentOf, wrongPayment } from "./desk-payment.tsx";

export type Step = "redeem" | "send" | "extend" | "giveBack" | "renewCode" | "block" | "unblock" | "refund";

type Draft = {
  amount: string;
  receiptNumber: string;
  email: string;
  day: string;
  reason: string;
  method: DeskPayment["method"];
};
const label = (field: keyof Draft) => say(`vouchers.step.field.${field}`);

/** Form fields of each action. */
const fieldsOf: Record<Step, readonly (keyof Draft)[]> = {
  redeem: ["amount", "receiptNumber"],
  send: ["email", "day"],
  extend: ["day", "reason"],
  giveBack: ["amount", "reason"],
  renewCode: ["reason"],
  block: ["reason"],
  unblock: ["reason"],
  refund: ["method", "reason"],
};

type Props = { step: Step; voucher: Voucher; onClose: () => void; onDone: (text: string) => void };

/** Dialog for one action on a voucher: its input and a description of its effect. */
export function StepDialog({ step, voucher, onClose, onDone }: Props) {
  const write = usePlatformAction("vouchers");
  // Makes the call idempotent: a retry does not redeem the voucher twice.
  const [requestId] = useState(() => crypto.randomUUID());
  const fields = fieldsOf[step];
  const available = voucher.balance - voucher.reserved;
  const whole = step === "redeem" && voucher.serviceId != null;
  const draft: Draft = {
    amount: step === "redeem" ? formatCents(available) : "",
    receiptNumber: "",
    reason: "",
    method: "CASH",
    email: voucher.recipientEmail ?? "",
    day: "",
  };
  const form = useEntityForm<Draft>({
    label,
    kept: { draft, revision: voucher.revision },
    isNew: true,
    prefix: "step-",
    check: (typed) => wrongIn(step, typed, voucher),
    fieldOf: (path) => (path.endsWith("receiptNumber") ? "receiptNumber" : undefined),
    save: async ({ draft }) => {
      onDone(await write(({ vouchers }) => carryOut(vouchers, step, draft, voucher, requestId)));
    },
  });
  const has = (field: keyof Draft) => fields.includes(field);
  return (
    <FormDialog
      title={say(`vouchers.step.${step}`)}
      sure={say(`vouchers.step.${step}.do`)}
      giveUp={say(`vouchers.step.${step}.not`)}
      form={form}
      wrong={say("form.wrong")}
      disabled={form.busy}
      onClose={onClose}
    >
      <p>{say(`vouchers.step.${step}.lead`, { balance: money(available), vat: voucher.vatType })}</p>
      {has("amount") && !whole && <MoneyField {...form.text("amount")} onChange={(amount) => form.set({ amount })} />}
      {has("email") && <Field {...form.text("email")} type="email" />}
      {has("day") && (
        <Field {...form.text("day")} type="date" {...(step === "send" && { optional: say("optional") })} />
      )}
      {has("method") && (
        <PaymentFields
          legend={say("vouchers.refund.method")}
          method={form.draft.method}
          onMethod={(method) => form.set({ method })}
          receipt={form.text("receiptNumber")}
        />
      )}
      {has("receiptNumber") && <Field {...form.text("receiptNumber")} optional={say("optional")} />}
      {has("reason") && <Field {...form.text("reason")} hint={say("vouchers.reason.hint")} maxLength={500} />}
    </FormDialog>
  );
}

function wrongIn(step: Step, draft: Draft, { balance, reserved, face }: Voucher) {
  const fields = fieldsOf[step];
  const most = step === "redeem" ? balance - reserved : face - balance;
  const amount = parseCents(draft.amount) ?? 0;
  const wrong: Partial<Record<keyof Draft, string>> = {};
  if (fields.includes("amount") && !(amount > 0 && amount <= most)) {
    wrong.amount = say("vouchers.wrong.amount", { most: money(most) });
  }
  if (fields.includes("email") && !isEmail(draft.email.trim())) wrong.email = say("vouchers.wrong.email");
  if (step === "extend" && !draft.day) wrong.day = say("vouchers.wrong.day");
  if (step === "refund") Object.assign(wrong, wrongPayment(draft));
  if (fields.includes("reason") && draft.reason.trim().length < 3) wrong.reason = say("vouchers.wrong.reason");
  return wrong;
}

/** Performs the action and returns the confirmation text. */
async function carryOut(
  vouchers: Client["vouchers"],
  step: Step,
  { amount, receiptNumber, email, day, reason, method }: Draft,
  { id: voucherId, revision }: Voucher,
  requestId: string,
): Promise<string> {
  const seen = { voucherId, revision, reason };
  const receipt = receiptNumber.trim() || null;
  const cents = parseCents(amount) ?? 0;
  if (step === "redeem") {
    const { voucher } = await vouchers.redeem({ voucherId, amount: cents, requestId, receiptNumber: receipt });
    return say("vouchers.done.redeem", { amount: money(cents), balance: money(voucher.balance) });
  }
  if (step === "send") {
    // The voucher is sent at 8:00 in the sender's local time.
    const sendDate = day ? new Date(`${day}T08:00:00`) : null;
    await vouchers.send({ voucherId, revision, recipientEmail: email.trim(), sendDate });
  } else if (step === "extend") await vouchers.extend({ ...seen, validUntil: day });
  else if (step === "giveBack") await vouchers.giveBack({ ...seen, amount: cents });
  else if (step === "renewCode") await vouchers.renewCode(seen);
  else if (step === "refund") {
    const payment = paymentOf({ method, receiptNumber });
    const { refunded, creditInvoice } = await vouchers.refund({ ...seen, payment });
    return say(creditInvoice ? "vouchers.done.refund.credit" : "vouchers.done.refund", { amount: money(refunded) });
  } else await vouchers.setBlocked({ ...seen, blocked: step === "block" });
  return say(`vouchers.done.${step}`);
}
