import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { PaymentProvider, PaymentSettings } from "@uola/contract";
import { useApp } from "@uola/page-loader/tree.tsx";
import { TextButton } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check, Field } from "@uola/ui/field.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { type ReactNode, useState } from "react";
import { providerFailure } from "./provider-failure.ts";

type Draft = {
  transfer: boolean;
  atDesk: boolean;
  montonio: boolean;
  sandbox: boolean;
  accessKey: string;
  secretKey: string;
  paysera: boolean;
  payseraSandbox: boolean;
  projectId: string;
  password: string;
  stripe: boolean;
  stripeKey: string;
  webhookSecret: string;
  bonus: string;
  reminder: string;
  restDays: string;
  partReminders: string;
  voucherVatType: PaymentSettings["voucherVatType"];
};
const label = (field: keyof Draft) => say(`orders.ways.${field}`);

const draftOf = ({ transfer, atDesk, montonio, paysera, stripe, ...more }: PaymentSettings): Draft => ({
  transfer,
  atDesk,
  bonus: String(more.creditBonusPercent),
  voucherVatType: more.voucherVatType,
  reminder: String(more.voucherReminderDays),
  restDays: String(more.restDays),
  partReminders: more.partReminderDays.join(", "),
  montonio: montonio.enabled,
  sandbox: montonio.sandbox,
  accessKey: montonio.accessKey,
  secretKey: "",
  paysera: paysera.enabled,
  payseraSandbox: paysera.sandbox,
  projectId: paysera.projectId,
  password: "",
  stripe: stripe.enabled,
  stripeKey: "",
  webhookSecret: "",
});

/** Returns a typed secret; an empty field leaves the stored one unchanged. */
const typed = <Name extends string>(name: Name, value: string) =>
  (value.trim() ? { [name]: value.trim() } : {}) as { [name in Name]?: string };

const settingsOf = (draft: Draft) => ({
  transfer: draft.transfer,
  atDesk: draft.atDesk,
  voucherVatType: draft.voucherVatType,
  creditBonusPercent: Number(draft.bonus),
  voucherReminderDays: Number(draft.reminder),
  restDays: Number(draft.restDays),
  partReminderDays: daysIn(draft.partReminders),
  montonio: {
    enabled: draft.montonio,
    sandbox: draft.sandbox,
    accessKey: draft.accessKey.trim(),
    ...typed("secretKey", draft.secretKey),
  },
  paysera: {
    enabled: draft.paysera,
    sandbox: draft.payseraSandbox,
    projectId: draft.projectId.trim(),
    ...typed("password", draft.password),
  },
  stripe: {
    enabled: draft.stripe,
    ...typed("secretKey", draft.stripeKey),
    ...typed("webhookSecret", draft.webhookSecret),
  },
});

/** Parses a list of reminder days such as "-3, 3, 7"; negative numbers are days before the due date. */
const daysIn = (text: string): number[] =>
  text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
const areDays = (days: readonly number[]) =>
  days.length <= 6 && days.every((day) => Number.isInteger(day) && day >= -30 && day <= 60);

const payseraPasswordLength = 32;
type Secret = "secretKey" | "password" | "stripeKey" | "webhookSecret";

/** Returns the errors that prevent a provider from being switched on. */
function wrongKeys(draft: Draft, has: Record<Secret, boolean>): Partial<Record<keyof Draft, string>> {
  const isMissing = (secret: Secret) =>
    draft[secret].trim().length < 10 && (!has[secret] || draft[secret].trim() !== "");
  const password = draft.password.trim();
  const isPassword = password.length === payseraPasswordLength || (has.password && password === "");
  const missing = [
    ...(draft.montonio && !draft.accessKey.trim() ? (["accessKey"] as const) : []),
    ...(draft.montonio && isMissing("secretKey") ? (["secretKey"] as const) : []),
    ...(draft.stripe && isMissing("stripeKey") ? (["stripeKey"] as const) : []),
    ...(draft.stripe && isMissing("webhookSecret") ? (["webhookSecret"] as const) : []),
  ];
  const isProject = /^\d{1,11}$/.test(draft.projectId.trim());
  return {
    ...Object.fromEntries(missing.map((field) => [field, say("orders.ways.wrong.key")])),
    ...(draft.paysera && !isPassword && { password: say("orders.ways.wrong.password") }),
    ...(draft.paysera && !isProject && { projectId: say("orders.ways.wrong.project") }),
  };
}

type Props = { settings: PaymentSettings; onClose: () => void; onDone: () => void };

/** The payment methods. A stored secret key is never shown; an empty field leaves it unchanged. */
export function PaymentMethodsForm({ settings, onClose, onDone }: Props) {
  const write = usePlatformAction("orders");
  const { platformUrl } = useApp();
  const has: Record<Secret, boolean> = {
    secretKey: settings.montonio.hasSecretKey,
    password: settings.paysera.hasPassword,
    stripeKey: settings.stripe.hasSecretKey,
    webhookSecret: settings.stripe.hasWebhookSecret,
  };
  const form = useEntityForm<Draft>({
    label,
    kept: { draft: draftOf(settings), revision: settings.revision },
    check: (draft) => ({
      ...wrongKeys(draft, has),
      ...(!/^\d{1,2}$/.test(draft.bonus.trim()) || Number(draft.bonus) > 50
        ? { bonus: say("orders.ways.wrong.bonus") }
        : {}),
      ...(!/^\d{1,3}$/.test(draft.reminder.trim()) || Number(draft.reminder) > 180
        ? { reminder: say("orders.ways.wrong.reminder") }
        : {}),
      ...(/^([0-5]?\d|60)$/.test(draft.restDays.trim()) ? {} : { restDays: say("orders.ways.wrong.restDays") }),
      ...(areDays(daysIn(draft.partReminders)) ? {} : { partReminders: say("orders.ways.wrong.partReminders") }),
    }),
    save: async ({ draft, before }) => {
      const revision = before.revision ?? settings.revision;
      await write(({ payments }) => payments.updateSettings({ settings: settingsOf(draft), revision }));
      onDone();
    },
    reread: async () => {
      const { settings: now } = await write(({ payments }) => payments.settings({}));
      return { draft: draftOf(now), revision: now.revision };
    },
  });
  const kept = draftOf(settings);
  const differs = (...fields: (keyof Draft)[]) => fields.some((field) => form.draft[field] !== kept[field]);
  const secret = (name: Secret, hint?: string) => (
    <Field
      {...form.text(name)}
      type="password"
      maxLength={200}
      autoComplete="off"
      {...(has[name] ? { hint: say("orders.ways.secretKey.kept") } : hint && { hint })}
    />
  );
  return (
    <FormSheet title={say("orders.ways")} form={form} onClose={onClose}>
      <div>
        <Check {...form.check("transfer")} />
        {form.draft.transfer && <p className="small text-muted">{say("orders.ways.transfer.needs")}</p>}
      </div>
      <Check {...form.check("atDesk")} />
      <FieldGroup title="Montonio">
        <Check {...form.check("montonio")} />
        {form.draft.montonio && (
          <Keys provider="MONTONIO" isKept={settings.montonio.enabled && !differs("sandbox", "accessKey", "secretKey")}>
            <Check {...form.check("sandbox")} />
            <Field {...form.text("accessKey")} maxLength={100} autoComplete="off" />
            {secret("secretKey")}
          </Keys>
        )}
      </FieldGroup>
      <FieldGroup title="Paysera">
        <Check {...form.check("paysera")} />
        {form.draft.paysera && (
          <Keys
            provider="PAYSERA"
            isKept={settings.paysera.enabled && !differs("payseraSandbox", "projectId", "password")}
          >
            <Check {...form.check("payseraSandbox")} />
            <Field {...form.text("projectId")} inputMode="numeric" maxLength={11} autoComplete="off" />
            {secret("password", say("orders.ways.password.hint"))}
          </Keys>
        )}
      </FieldGroup>
      <FieldGroup title="Stripe">
        <Check {...form.check("stripe")} />
        {form.draft.stripe && (
          <Keys provider="STRIPE" isKept={settings.stripe.enabled && !differs("stripeKey", "webhookSecret")}>
            {secret("stripeKey", say("orders.ways.stripeKey.hint"))}
            {secret(
              "webhookSecret",
              say("orders.ways.webhookSecret.hint", { address: `${platformUrl}/v1/payments/stripe` }),
            )}
          </Keys>
        )}
      </FieldGroup>
      <FieldGroup title={say("orders.parts")}>
        <Field {...form.text("restDays")} inputMode="numeric" hint={say("orders.ways.restDays.hint")} />
        <Field {...form.text("partReminders")} hint={say("orders.ways.partReminders.hint")} />
      </FieldGroup>
      <FieldGroup title={say("orders.ways.part.vouchers")}>
        <Field {...form.text("bonus")} inputMode="numeric" hint={say("orders.ways.bonus.hint")} />
        <Field {...form.text("reminder")} inputMode="numeric" hint={say("orders.ways.reminder.hint")} />
        <RadioGroup
          shown
          legend={label("voucherVatType")}
          name="voucherVatType"
          value={form.draft.voucherVatType}
          onChange={(voucherVatType) => form.set({ voucherVatType: voucherVatType as Draft["voucherVatType"] })}
          choices={(["MULTI", "SINGLE"] as const).map((value) => ({ value, label: say(`orders.ways.vat.${value}`) }))}
        />
      </FieldGroup>
    </FormSheet>
  );
}

type KeysProps = { provider: PaymentProvider; isKept: boolean; children: ReactNode };

/**
 * The keys of a provider, with a test of whether the provider accepts the stored ones. Newly typed
 * keys can be tested once they are saved.
 */
function Keys({ provider, isKept, children }: KeysProps) {
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
      {children}
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
