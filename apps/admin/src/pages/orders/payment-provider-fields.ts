import type { PaymentSettings } from "@uola/contract";
import {
  type DescribedProvider,
  notificationPath,
  paymentProviders,
  recordOfProviders,
  storedFlagOf,
} from "@uola/contract/payment-providers";
import * as field from "@uola/ui/kit/fields.tsx";
import { say } from "@uola/words/admin";

type ProviderField = DescribedProvider["fields"][number];
type Label = ProviderField["label"];
/** A form field's name is its label. */
type Name = DescribedProvider["key"] | Label;
type Stored = Readonly<Record<string, string | boolean>>;

/** The form fields of each provider, in the order of the form. */
export const providerForms = paymentProviders.map(({ id, key, name, fields }) => ({
  id,
  key,
  name,
  fields: fields as readonly ProviderField[],
  names: [key, ...fields.map(({ label }) => label)] as const,
}));

/** A stored secret is never shown; an empty field leaves it unchanged. */
const secretField = (
  { label, minLength, maxLength, wrong, ...options }: Extract<ProviderField, { kind: "secret" }>,
  isStored: boolean,
  address: string,
) =>
  field.text("", {
    type: "password",
    maxLength: 200,
    autoComplete: "off",
    hint: isStored
      ? say("orders.ways.secretKey.kept")
      : "hint" in options
        ? say(`orders.ways.${label as Extract<ProviderField, { hint: true }>["label"]}.hint`, { address })
        : undefined,
    check: (key) => {
      const { length } = key.trim();
      const isValid = (length >= minLength && length <= maxLength) || (isStored && length === 0);
      return !isValid && say(`orders.ways.wrong.${wrong}`);
    },
  });

function textField(described: Extract<ProviderField, { kind: "text" }>, value: string) {
  const hasDigits = "digitsError" in described;
  const error = say(`orders.ways.wrong.${described.wrong}`);
  return field.text(value, {
    ...(hasDigits && { inputMode: "numeric" }),
    maxLength: described.maxLength,
    autoComplete: "off",
    check: hasDigits ? (text) => !/^\d+$/.test(text.trim()) && error : field.required(error),
  });
}

function fieldOf(described: ProviderField, stored: Stored, address: string) {
  const { name, kind } = described;
  if (kind === "switch") return field.flag(stored[name] === true);
  if (kind === "text") return textField(described, String(stored[name] ?? ""));
  return secretField(described, stored[storedFlagOf(name)] === true, address);
}

/** Returns the form fields of all providers, filled with the stored settings. */
export const providerFields = (settings: PaymentSettings | undefined, platformUrl: string) =>
  Object.fromEntries(
    providerForms.flatMap(({ key, fields }) => {
      const stored: Stored = settings?.[key] ?? {};
      const address = platformUrl + notificationPath({ key });
      return [
        [key, field.flag(stored.enabled === true)],
        ...fields.map((described) => [described.label, fieldOf(described, stored, address)]),
      ];
    }),
  ) as Record<Name, ReturnType<typeof fieldOf>>;

type Draft = Readonly<Record<Name, string | boolean>>;
const eachField = <Value>(entryOf: (key: DescribedProvider["key"], described: ProviderField) => [string, Value]) =>
  Object.fromEntries(providerForms.flatMap(({ key, fields }) => fields.map((described) => entryOf(key, described))));

/** Conditions for showing fields: the fields of a provider are shown while it is switched on. */
export const providerConditions = eachField((key, { label }) => [label, (draft: Draft) => draft[key]]) as Record<
  Label,
  (draft: Draft) => unknown
>;

/** Maps the paths of settings to their form fields, where these have another name. */
export const providerPaths: Readonly<Record<string, Label>> = eachField((key, { name, label }) => [
  `${key}.${name}`,
  label,
]);

/** Returns the settings of all providers. A provider that is switched off keeps its settings. */
export const providerChanges = (draft: Draft) =>
  recordOfProviders(({ key, fields }) => [
    key,
    {
      enabled: draft[key] === true,
      ...Object.fromEntries(
        fields.map(({ name, kind, label }) => {
          const value = draft[label];
          const typed = typeof value === "string" ? value.trim() : value;
          // An empty secret leaves the stored one unchanged.
          return [name, kind === "secret" ? typed || undefined : typed];
        }),
      ),
    },
  ]) as Pick<PaymentSettings, DescribedProvider["key"]>;
