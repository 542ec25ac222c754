import type { contract, Input, PaymentProvider, PaymentSettings } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Actor, type Context, Refusal, recordChange, transact } from "@uola/kernel";
import { z } from "zod";
import * as store from "./settings-store.ts";

/** Encrypted with the installation's secret, in base64. */
const Sealed = z.string().nullable();
const noPaysera = { enabled: false, sandbox: true, projectId: "", password: null };
const noStripe = { enabled: false, secretKey: null, webhookSecret: null };

/** The time that people usually need to find a day for using a gift voucher. */
const voucherReminderDays = 30;

/** Two days leave time to come to the desk; overdue instalments are reminded of twice. */
const parts = { restDays: 2, partReminderDays: [-3, 3, 7] };

const Stored = z.object({
  transfer: z.boolean(),
  atDesk: z.boolean(),
  montonio: z.object({ enabled: z.boolean(), sandbox: z.boolean(), accessKey: z.string(), secretKey: Sealed }),
  // Settings stored before these providers existed do not contain them.
  paysera: z
    .object({ enabled: z.boolean(), sandbox: z.boolean(), projectId: z.string(), password: Sealed })
    .default(noPaysera),
  stripe: z.object({ enabled: z.boolean(), secretKey: Sealed, webhookSecret: Sealed }).default(noStripe),
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
  montonio: { enabled: false, sandbox: true, accessKey: "", secretKey: null },
  paysera: noPaysera,
  stripe: noStripe,
};

type Changed = Input<typeof contract.payments.updateSettings>["settings"];

/** The credentials of each provider. */
export type ProviderKeys = {
  MONTONIO: { accessKey: string; secretKey: string; sandbox: boolean };
  PAYSERA: { projectId: string; password: string; sandbox: boolean };
  STRIPE: { secretKey: string; webhookSecret: string };
};
export type Settings = ReturnType<typeof createSettings>;

/** The payment settings of the owner. Provider secrets are stored encrypted and never returned. */
export function createSettings(context: Context) {
  const { db, siteId, now, accounts } = context;
  const seal = accounts.sealer("uola payment keys");

  async function stored(on: Database, locks = false): Promise<Stored> {
    return Stored.parse((await store.read(on, siteId, locks)) ?? initial);
  }

  const toSettings = ({ montonio, paysera, stripe, revision, ...rest }: Stored): PaymentSettings => {
    const { secretKey, ...ofMontonio } = montonio;
    const { password, ...ofPaysera } = paysera;
    return {
      ...rest,
      montonio: { ...ofMontonio, hasSecretKey: secretKey !== null },
      paysera: { ...ofPaysera, hasPassword: password !== null },
      stripe: {
        enabled: stripe.enabled,
        hasSecretKey: stripe.secretKey !== null,
        hasWebhookSecret: stripe.webhookSecret !== null,
      },
      revision: String(revision),
    };
  };

  /** Returns a new secret, encrypted; without a new one the stored one. */
  const sealed = (secret: string | null | undefined, before: string | null): string | null =>
    secret ? seal.close(secret).toString("base64") : before;
  const opened = (secret: string): string => seal.open(Buffer.from(secret, "base64"));

  const keys: { [Name in PaymentProvider]: (from: Stored) => ProviderKeys[Name] | undefined } = {
    MONTONIO: ({ montonio: { enabled, accessKey, secretKey, sandbox } }) =>
      enabled && accessKey && secretKey ? { accessKey, secretKey: opened(secretKey), sandbox } : undefined,
    PAYSERA: ({ paysera: { enabled, projectId, password, sandbox } }) =>
      enabled && projectId && password ? { projectId, password: opened(password), sandbox } : undefined,
    STRIPE: ({ stripe: { enabled, secretKey, webhookSecret } }) =>
      enabled && secretKey && webhookSecret
        ? { secretKey: opened(secretKey), webhookSecret: opened(webhookSecret) }
        : undefined,
  };

  return {
    read: async (): Promise<PaymentSettings> => toSettings(await stored(db)),

    /** Returns the credentials of a provider if it is enabled and all of them are set. */
    keysOf: async <Name extends PaymentProvider>(name: Name): Promise<ProviderKeys[Name] | undefined> =>
      keys[name](await stored(db)),

    update: (changed: Changed, seen: string, actor: Actor): Promise<PaymentSettings> =>
      // Published pages show whether payment is possible, so the content has to be published again.
      transact(context, { publish: "content" }, async (tx) => {
        // The first change creates the row that later changes lock.
        await store.insert(tx, siteId, initial, now());
        const before = await stored(tx, true);
        if (String(before.revision) !== seen) {
          throw new Refusal("REVISION_MISMATCH", `The settings have revision ${before.revision}.`, 409);
        }
        const { montonio, paysera, stripe, restDays, partReminderDays, ...rest } = changed;
        const after: Stored = {
          ...rest,
          revision: before.revision + 1,
          restDays: restDays ?? before.restDays,
          partReminderDays: partReminderDays ?? before.partReminderDays,
          montonio: { ...montonio, secretKey: sealed(montonio.secretKey, before.montonio.secretKey) },
          paysera: paysera
            ? { ...paysera, password: sealed(paysera.password, before.paysera.password) }
            : before.paysera,
          stripe: stripe
            ? {
                enabled: stripe.enabled,
                secretKey: sealed(stripe.secretKey, before.stripe.secretKey),
                webhookSecret: sealed(stripe.webhookSecret, before.stripe.webhookSecret),
              }
            : before.stripe,
        };
        await store.update(tx, siteId, after, now());
        const audit = { actor, action: "payments.settings", before: toSettings(before), after: toSettings(after) };
        await recordChange(tx, { siteId, at: now(), entity: "paymentSettings", entityId: siteId, audit });
        return toSettings(after);
      }),
  };
}
