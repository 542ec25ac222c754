import type { Booking, PaymentMethod } from "@uola/contract";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";

const methods = ["CASH", "CARD", "TRANSFER"] as const satisfies readonly PaymentMethod[];

type Props = {
  /** Describes the booking: person, time and number of people. */
  about: string;
  onClose: () => void;
  onPaid: (received: { method: PaymentMethod; note: string }) => void;
};

/** Records a payment at the front desk with its method and a note. */
export function PayDialog({ about, onClose, onPaid }: Props) {
  const [method, setMethod] = useState<PaymentMethod>("CASH");
  const [note, setNote] = useState("");
  return (
    <FormDialog
      title={say("pay.title")}
      sure={say("pay.do")}
      giveUp={say("calendar.close")}
      onClose={onClose}
      form={() => {
        onPaid({ method, note: note.trim() });
      }}
    >
      <p>{about}</p>
      <RadioGroup
        shown
        legend={say("pay.method")}
        name="method"
        value={method}
        onChange={(value) => setMethod(value as PaymentMethod)}
        choices={methods.map((value) => ({ value, label: say(`pay.method.${value}`) }))}
      />
      <Field
        id="pay-note"
        label={say("pay.note")}
        optional={say("optional")}
        hint={say("pay.note.hint")}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}

/** Describes the payment state of a booking: "Sumokės salėje", "Apmokėta grynaisiais". */
export function paymentWords(
  {
    payment,
    paymentStatus,
    selectedPaymentOption,
  }: Pick<Booking, "payment" | "paymentStatus" | "selectedPaymentOption">,
  isFree = false,
): string {
  if (isFree && paymentStatus !== "PAID") return say("payment.free");
  if (payment && paymentStatus === "PAID") return say(`payment.PAID.${payment.method}`);
  return say(
    `payment.${paymentStatus === "NOT_PAID" && selectedPaymentOption === "OFFLINE" ? "UNDEFINED" : paymentStatus}`,
  );
}
