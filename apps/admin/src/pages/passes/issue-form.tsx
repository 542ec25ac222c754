import { isEmail } from "@uola/browser/gym/email-address.ts";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { PassKind } from "@uola/contract";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { language } from "@uola/words/language";
import { useState } from "react";
import { hasReceipt, paymentFields } from "../vouchers/desk-payment.tsx";

const issueForm = defineForm({
  label: (field) => say(`passes.field.${field}`),
  fields: (_: undefined, kinds: readonly PassKind[]) => ({
    kindId: field.select(
      kinds[0]?.id ?? "",
      kinds.map(({ id, name, price }) => ({ id, name: `${name}, ${money(price ?? 0)}` })),
      { check: (id) => !id && say("passes.wrong.kind") },
    ),
    name: field.text("", { maxLength: 200, check: field.required(say("passes.wrong.name")) }),
    email: field.text("", {
      type: "email",
      hint: say("passes.email.hint"),
      check: (email) => !isEmail(email.trim()) && say("vouchers.wrong.email"),
    }),
    ...paymentFields("CARD"),
  }),
  shown: { receiptNumber: hasReceipt },
});

type Props = { kinds: readonly PassKind[]; onClose: () => void; onDone: (passId: string) => void };

/** Issues a pass that is paid for at the front desk. */
export function IssueForm({ kinds, onClose, onDone }: Props) {
  const write = usePlatformAction("passes");
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useForm(() => issueForm(undefined, kinds), {
    save: async ({ values: { kindId, name, email, ...payment } }) => {
      const holder = { name, email };
      const { pass } = await write(({ passes }) =>
        passes.issue({ requestId, kindId, holder, language: language(), payment }),
      );
      onDone(pass.id);
    },
  });
  return (
    <FormSheet title={say("passes.issue")} form={form} onClose={onClose}>
      <FieldGroup title={say("passes.part.whose")}>
        <FormFields form={form} names={["kindId", "name", "email"]} />
      </FieldGroup>
      <FieldGroup title={say("pay.title")}>
        <FormFields form={form} names={["method", "receiptNumber"]} />
      </FieldGroup>
    </FormSheet>
  );
}
