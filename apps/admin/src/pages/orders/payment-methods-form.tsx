import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { PaymentProvider, PaymentSettings } from "@uola/contract";
import { useApp } from "@uola/page-loader/tree.tsx";
import { TextButton } from "@uola/ui/buttons.tsx";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";
import {
  providerChanges,
  providerConditions,
  providerFields,
  providerForms,
  providerPaths,
} from "./payment-provider-fields.ts";
import { providerFailure } from "./provider-failure.ts";

/** Parses a list of reminder days such as "-3, 3, 7"; negative numbers are days before the due date. */
const daysIn = (text: string): number[] =>
  text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
const areDays = (days: readonly number[]) =>
  days.length <= 6 && days.every((day) => Number.isInteger(day) && day >= -30 && day <= 60);

const paymentMethodsForm = defineForm({
  label: (field) => say(`orders.ways.${field}`),
  fields: (settings: PaymentSettings | undefined, platformUrl: string) => ({
    transfer: field.flag(settings?.transfer),
    atDesk: field.flag(settings?.atDesk),
    ...providerFields(settings, platformUrl),
    restDays: field.wholeNumber(settings?.restDays, [0, 60], say("orders.ways.wrong.restDays"), {
      hint: say("orders.ways.restDays.hint"),
    }),
    partReminders: {
      ...field.text(settings?.partReminderDays.join(", "), {
        hint: say("orders.ways.partReminders.hint"),
        check: (days) => !areDays(daysIn(days)) && say("orders.ways.wrong.partReminders"),
      }),
      sent: daysIn,
    },
    bonus: field.wholeNumber(settings?.creditBonusPercent, [0, 50], say("orders.ways.wrong.bonus"), {
      hint: say("orders.ways.bonus.hint"),
    }),
    reminder: field.wholeNumber(settings?.voucherReminderDays, [0, 180], say("orders.ways.wrong.reminder"), {
      hint: say("orders.ways.reminder.hint"),
    }),
    voucherVatType: field.choice(
      settings?.voucherVatType ?? "MULTI",
      ["MULTI", "SINGLE"],
      (type) => say(`orders.ways.vat.${type}`),
      { shown: true },
    ),
  }),
  shown: providerConditions,
  paths: {
    ...providerPaths,
    creditBonusPercent: "bonus",
    voucherReminderDays: "reminder",
    partReminderDays: "partReminders",
  },
});

type Props = { settings: PaymentSettings; onClose: () => void; onDone: () => void };

/** Edits the payment methods. */
export function PaymentMethodsForm({ settings, onClose, onDone }: Props) {
  const write = usePlatformAction("orders");
  const { platformUrl } = useApp();
  const form = useForm((stored: PaymentSettings | undefined) => paymentMethodsForm(stored, platformUrl), {
    item: settings,
    reread: async () => (await write(({ payments }) => payments.settings({}))).settings,
    save: async ({ values, draft, revision }) => {
      const { transfer, atDesk, voucherVatType, restDays } = values;
      const settings = {
        transfer,
        atDesk,
        voucherVatType,
        restDays,
        creditBonusPercent: values.bonus,
        voucherReminderDays: values.reminder,
        partReminderDays: values.partReminders,
        ...providerChanges(draft),
      };
      await write(({ payments }) => payments.updateSettings({ settings, revision }));
      onDone();
    },
  });
  const { draft, opened } = form;
  const isKept = (...fields: (keyof typeof draft)[]) => fields.every((field) => draft[field] === opened.draft[field]);
  return (
    <FormSheet title={say("orders.ways")} form={form} onClose={onClose}>
      <div>
        <FormFields form={form} names={["transfer"]} />
        {draft.transfer && <p className="small text-muted">{say("orders.ways.transfer.needs")}</p>}
      </div>
      <FormFields form={form} names={["atDesk"]} />
      {providerForms.map(({ id, key, name, names }) => (
        <FieldGroup key={id} title={name}>
          <FormFields form={form} names={names} />
          {draft[key] && <KeyTest provider={id} isKept={isKept(...names)} />}
        </FieldGroup>
      ))}
      <FieldGroup title={say("orders.parts")}>
        <FormFields form={form} names={["restDays", "partReminders"]} />
      </FieldGroup>
      <FieldGroup title={say("orders.ways.part.vouchers")}>
        <FormFields form={form} names={["bonus", "reminder", "voucherVatType"]} />
      </FieldGroup>
    </FormSheet>
  );
}

type KeyTestProps = { provider: PaymentProvider; isKept: boolean };

/**
 * Tests whether a provider accepts the stored keys. Newly typed keys can be tested only after they
 * have been saved.
 */
function KeyTest({ provider, isKept }: KeyTestProps) {
  const write = usePlatformAction("orders");
  const [tested, setTested] = useState("");
  const test = async () => {
    setTested("");
    try {
      const { works, banks, failure } = await write(({ payments }) => payments.testConnection({ provider }));
      setTested(
        works
          ? say("orders.ways.works", { banks })
          : say("orders.ways.fails", { failure: providerFailure(failure ?? "") }),
      );
    } catch {
      setTested(say("orders.ways.fails", { failure: "" }));
    }
  };
  return (
    <>
      {isKept ? (
        <p>
          <TextButton onClick={() => void test()}>
            {say("orders.ways.test")}
            <span className="visually-hidden"> {say(`orders.kind.${provider}`)}</span>
          </TextButton>
        </p>
      ) : (
        <p className="small text-muted">{say("orders.ways.test.later")}</p>
      )}
      <p role="status">{isKept && tested}</p>
    </>
  );
}
