import { z } from "zod";
import {
  type DescribedProvider,
  type PaymentProviderField,
  recordOfProviders,
  storedFlagOf,
} from "./payment-providers.ts";
import { maybe, typedText } from "./wire.ts";

type FieldOf<Provider extends DescribedProvider> = Provider["fields"][number];
type TextField = Extract<PaymentProviderField, { kind: "text" }>;
type SecretField = Extract<PaymentProviderField, { kind: "secret" }>;
/**
 * The part of a field that determines the schema of its value. Every provider can be switched on
 * and off.
 */
type Kind = Pick<PaymentProviderField, "name" | "kind">;
type Enabled = { name: "enabled"; kind: "switch" };

type SettingsShape<Field extends Kind> = {
  [Each in Field | Enabled as Each["kind"] extends "secret"
    ? `has${Capitalize<Each["name"]>}`
    : Each["name"]]: Each["kind"] extends "text" ? z.ZodString : z.ZodBoolean;
};
type ChangesShape<Field extends Kind> = {
  [Each in Field | Enabled as Each["name"]]: Each["kind"] extends "secret"
    ? z.ZodOptional<z.ZodNullable<z.ZodString>>
    : Each["kind"] extends "text"
      ? z.ZodString
      : z.ZodBoolean;
};

/** The credentials of a provider: the values of its fields, including the secrets. */
export type PaymentProviderKeys<Id extends DescribedProvider["id"]> = {
  [Each in FieldOf<Extract<DescribedProvider, { id: Id }>> as Each["name"]]: Each["kind"] extends "switch"
    ? boolean
    : string;
};

const textOf = ({ maxLength, digitsError }: TextField) =>
  digitsError
    ? z
        .string()
        .trim()
        .regex(new RegExp(`^\\d{0,${maxLength}}$`), digitsError)
    : typedText().max(maxLength);
/** An update without a secret leaves the stored one unchanged. */
const secretOf = ({ minLength, maxLength }: SecretField) => maybe(typedText().min(minLength).max(maxLength));

const settingOf = (field: PaymentProviderField) =>
  field.kind === "secret"
    ? [storedFlagOf(field.name), z.boolean()]
    : [field.name, field.kind === "text" ? textOf(field) : z.boolean()];
const changeOf = (field: PaymentProviderField) => [
  field.name,
  field.kind === "secret" ? secretOf(field) : field.kind === "text" ? textOf(field) : z.boolean(),
];

/** The schemas of the providers' settings. Secrets are never returned, only whether they are stored. */
export const providerSettings = recordOfProviders(({ key, fields }) => [
  key,
  z.object({ enabled: z.boolean(), ...Object.fromEntries(fields.map(settingOf)) }),
]) as { [Each in DescribedProvider as Each["key"]]: z.ZodObject<SettingsShape<FieldOf<Each>>> };

/** The schemas of changes to the providers' settings. Omitted settings stay unchanged. */
export const providerChanges = recordOfProviders(({ key, fields }) => [
  key,
  maybe(z.object({ enabled: z.boolean(), ...Object.fromEntries(fields.map(changeOf)) })),
]) as {
  [Each in DescribedProvider as Each["key"]]: z.ZodOptional<z.ZodNullable<z.ZodObject<ChangesShape<FieldOf<Each>>>>>;
};
