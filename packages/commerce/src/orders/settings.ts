import {
  type contract,
  type Input,
  type PaymentProvider,
  type PaymentProviderField,
  type PaymentProviderKeys,
  type PaymentSettings,
  providerById,
  recordOfProviders,
  storedFlagOf,
} from "@uola/contract";
import type { Database } from "@uola/database";
import { type Actor, type Context, Refusal, recordChange, transact } from "@uola/kernel";
import { z } from "zod";
import * as store from "./settings-store.ts";

/** A secret encrypted with the installation's secret, in base64; null if it is not set. */
const Sealed = z.string().nullable();

/**
 * The number of days before expiry when a gift voucher reminder is sent: people usually need that
 * time to choose a day.
 */
const voucherReminderDays = 30;

/**
 * With two days, people have time to come to the front desk. Two reminders are sent for an overdue
 * instalment.
 */
const parts = { restDays: 2, partReminderDays: [-3, 3, 7] };

type StoredProvider = { enabled: boolean; [field: string]: string | boolean | null };
const storedValue = { switch: z.boolean(), text: z.string(), secret: Sealed };
const initialOf = (field: PaymentProviderField) =>
  field.kind === "switch" ? field.initial : field.kind === "text" ? "" : null;

const initialProviders = recordOfProviders(({ key, fields }): [typeof key, StoredProvider] => [
  key,
  { enabled: false, ...Object.fromEntries(fields.map((field) => [field.name, initialOf(field)])) },
]);
// Settings stored before a provider existed do not contain it.
const storedProviders = recordOfProviders(({ key, fields }): [typeof key, z.ZodType<StoredProvider>] => [
  key,
  z
    .object({ enabled: z.boolean(), ...Object.fromEntries(fields.map(({ name, kind }) => [name, storedValue[kind]])) })
    .default(initialProviders[key]),
]);

const Stored = z.object({
  transfer: z.boolean(),
  atDesk: z.boolean(),
  ...storedProviders,
  creditBonusPercent: z.int(),
  voucherVatType: z.enum(["SINGLE", "MULTI"]),
  voucherReminderDays: z.int().default(voucherReminderDays),
  restDays: z.int().default(parts.restDays),
  partReminderDays: z.array(z.int()).default(parts.partReminderDays),
  revision: z.int(),
});
type Stored = z.infer<typeof Stored>;

/**
 * The initial settings: bank transfer and payment at the desk, which require no contract with a
 * provider.
 */
const initial: Stored = {
  transfer: true,
  atDesk: true,
  creditBonusPercent: 0,
  voucherVatType: "MULTI",
  revision: 1,
  voucherReminderDays,
  ...parts,
  ...initialProviders,
};

type Changed = Input<typeof contract.payments.updateSettings>["settings"];

type ProviderChanges = { enabled: boolean; [field: string]: string | boolean | null | undefined };
export type Settings = ReturnType<typeof createSettings>;

/** The payment settings of the owner. Provider secrets are stored encrypted and never returned. */
export function createSettings(context: Context) {
  const { db, siteId, now, accounts } = context;
  const seal = accounts.sealer("uola payment keys");

  async function stored(on: Database, locks = false): Promise<Stored> {
    return Stored.parse((await store.read(on, siteId, locks)) ?? initial);
  }

  const toSettings = ({ revision, ...rest }: Stored): PaymentSettings => ({
    ...rest,
    ...(recordOfProviders(({ key, fields }) => [key, withoutSecrets(fields, rest[key])]) as ShownProviders),
    revision: String(revision),
  });

  const sealed = (secret: string): string => seal.close(secret).toString("base64");
  const opened = (secret: string): string => seal.open(Buffer.from(secret, "base64"));

  /** Returns the new settings of a provider. Without a new secret, the stored one is kept. */
  function changedProvider(
    fields: readonly PaymentProviderField[],
    before: StoredProvider,
    changes: ProviderChanges | null | undefined,
  ): StoredProvider {
    if (!changes) return before;
    const values = fields.map(({ name, kind }) => {
      const value = changes[name];
      return [name, kind !== "secret" ? value : value ? sealed(String(value)) : before[name]];
    });
    return { enabled: changes.enabled, ...Object.fromEntries(values) };
  }

  return {
    read: async (): Promise<PaymentSettings> => toSettings(await stored(db)),

    /** Returns the credentials of a provider if it is enabled and all of them are set. */
    async keysOf<Id extends PaymentProvider>(id: Id): Promise<PaymentProviderKeys<Id> | undefined> {
      const { key, fields } = providerById[id];
      const { enabled, ...values } = (await stored(db))[key];
      if (!enabled || fields.some(({ name, kind }) => kind !== "switch" && !values[name])) return undefined;
      return Object.fromEntries(
        fields.map(({ name, kind }) => [name, kind === "secret" ? opened(String(values[name])) : values[name]]),
      ) as PaymentProviderKeys<Id>;
    },

    update: (changed: Changed, seen: string, actor: Actor): Promise<PaymentSettings> =>
      // Published pages show whether payment is possible, so the content has to be published again.
      transact(context, { publish: "content" }, async (tx) => {
        // The first change creates the row that later changes lock.
        await store.insert(tx, siteId, initial, now());
        const before = await stored(tx, true);
        if (String(before.revision) !== seen) {
          throw new Refusal("REVISION_MISMATCH", `The settings have revision ${before.revision}.`, 409);
        }
        const after: Stored = {
          ...changed,
          ...recordOfProviders(({ key, fields }) => [key, changedProvider(fields, before[key], changed[key])]),
          revision: before.revision + 1,
          restDays: changed.restDays ?? before.restDays,
          partReminderDays: changed.partReminderDays ?? before.partReminderDays,
        };
        await store.update(tx, siteId, after, now());
        const audit = { actor, action: "payments.settings", before: toSettings(before), after: toSettings(after) };
        await recordChange(tx, { siteId, at: now(), entity: "paymentSettings", entityId: siteId, audit });
        return toSettings(after);
      }),
  };
}

type ShownProviders = Pick<PaymentSettings, keyof typeof initialProviders>;

/**
 * Returns the settings of a provider for display. For secrets, only whether they are stored is
 * returned.
 */
const withoutSecrets = (fields: readonly PaymentProviderField[], { enabled, ...values }: StoredProvider) => ({
  enabled,
  ...Object.fromEntries(
    fields.map(({ name, kind }) =>
      kind === "secret" ? [storedFlagOf(name), values[name] !== null] : [name, values[name]],
    ),
  ),
});
