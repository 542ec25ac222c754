import type { DeskPayment } from "@uola/contract";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Field } from "@uola/ui/field.tsx";
import * as field from "@uola/ui/kit/fields.tsx";
import { say } from "@uola/words/admin";
import type { ComponentProps } from "react";

/** A payment or refund at the front desk, as typed. */
export type TypedPayment = { method: DeskPayment["method"]; receiptNumber: string };
const methods = ["CASH", "CARD", "TRANSFER"] as const;

/** A bank transfer has no till receipt. */
export const hasReceipt = ({ method }: Pick<TypedPayment, "method">) => method !== "TRANSFER";

export const paymentOf = ({ method, receiptNumber }: TypedPayment) => ({
  method,
  receiptNumber: hasReceipt({ method }) ? receiptNumber.trim() : null,
});

/** Describes how something was paid; without a front desk payment it was paid through an order. */
export const paidBy = (payment: DeskPayment | null | undefined): string =>
  payment
    ? [say(`pay.method.${payment.method}`), payment.receiptNumber].filter(Boolean).join(", ")
    : say("pay.method.ORDER");

export const wrongPayment = (typed: TypedPayment): { receiptNumber?: string } =>
  hasReceipt(typed) && !typed.receiptNumber.trim() ? { receiptNumber: say("vouchers.wrong.receipt") } : {};

type Props = {
  legend: string;
  method: TypedPayment["method"];
  onMethod: (method: TypedPayment["method"]) => void;
  receipt: ComponentProps<typeof Field>;
};

/** Inputs for the payment method, and for the number of the till's receipt if there is one. */
export const PaymentFields = ({ legend, method, onMethod, receipt }: Props) => (
  <>
    <RadioGroup
      shown
      legend={legend}
      name="method"
      value={method}
      onChange={(chosen) => onMethod(chosen as TypedPayment["method"])}
      choices={methods.map((value) => ({ value, label: say(`pay.method.${value}`) }))}
    />
    {hasReceipt({ method }) && <Field {...receipt} />}
  </>
);

/** Returns the same inputs as form fields; `hasReceipt` decides whether the receipt field is shown. */
export const paymentFields = (method: TypedPayment["method"]) => ({
  method: field.choice(method, methods, (each) => say(`pay.method.${each}`), { shown: true }),
  receiptNumber: field.orNull(
    field.text("", { hint: say("vouchers.receipt.hint"), check: field.required(say("vouchers.wrong.receipt")) }),
  ),
});
