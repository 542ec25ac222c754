import { isEmail } from "@uola/browser/gym/email-address.ts";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { DeskPayment, PassKind } from "@uola/contract";
import { Field, Select } from "@uola/ui/field.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { language } from "@uola/words/language";
import { useState } from "react";
import { PaymentFields, paymentOf, wrongPayment } from "../vouchers/desk-payment.tsx";

type Draft = {
  kindId: string;
  name: string;
  email: string;
  method: DeskPayment["method"];
  receiptNumber: string;
};
const label = (field: keyof Draft) => say(`passes.field.${field}`);

type Props = { kinds: readonly PassKind[]; onClose: () => void; onDone: (passId: string) => void };

/** Issues a pass that is paid at the desk. */
export function IssueForm({ kinds, onClose, onDone }: Props) {
  const write = usePlatformAction("passes");
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useEntityForm<Draft>({
    label,
    kept: {
      draft: { kindId: kinds[0]?.id ?? "", name: "", email: "", method: "CARD", receiptNumber: "" },
      revision: undefined,
    },
    isNew: true,
    check: wrongIn,
    fieldOf: (path) => (path.endsWith("receiptNumber") ? "receiptNumber" : undefined),
    save: async ({ draft: { kindId, name, email, method, receiptNumber } }) => {
      const { pass } = await write(({ passes }) =>
        passes.issue({
          requestId,
          kindId,
          holder: { name: name.trim(), email: email.trim() },
          language: language(),
          payment: paymentOf({ method, receiptNumber }),
        }),
      );
      onDone(pass.id);
    },
  });
  const { draft, set } = form;
  return (
    <FormSheet title={say("passes.issue")} form={form} onClose={onClose}>
      <FieldGroup title={say("passes.part.whose")}>
        <Select
          {...form.text("kindId")}
          options={kinds.map(({ id, name, price }) => ({ value: id, label: `${name}, ${money(price ?? 0)}` }))}
        />
        <Field {...form.text("name")} maxLength={200} />
        <Field {...form.text("email")} type="email" hint={say("passes.email.hint")} />
      </FieldGroup>
      <FieldGroup title={say("pay.title")}>
        <PaymentFields
          legend={say("pay.method")}
          method={draft.method}
          onMethod={(method) => set({ method })}
          receipt={{ ...form.text("receiptNumber"), hint: say("vouchers.receipt.hint") }}
        />
      </FieldGroup>
    </FormSheet>
  );
}

const wrongIn = ({ kindId, name, email, method, receiptNumber }: Draft): Partial<Record<keyof Draft, string>> => ({
  ...(!kindId && { kindId: say("passes.wrong.kind") }),
  ...(!name.trim() && { name: say("passes.wrong.name") }),
  ...(!isEmail(email.trim()) && { email: say("vouchers.wrong.email") }),
  ...wrongPayment({ method, receiptNumber }),
});
