import type { PaymentSettings } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Actor, type Context, Refusal, recordChange, transact } from "@uola/kernel";
import { z } from "zod";
import * as store from "./settings-store.ts";

const Stored = z.object({
  transfer: z.boolean(),
  atDesk: z.boolean(),
  montonio: z.object({
    enabled: z.boolean(),
    sandbox: z.boolean(),
    accessKey: z.string(),
    /** Sealed with the installation's secret, in base64. */
    secretKey: z.string().nullable(),
  }),
  creditBonusPercent: z.int(),
  voucherVatType: z.enum(["SINGLE", "MULTI"]),
  revision: z.int(),
});
type Stored = z.infer<typeof Stored>;

/** Before the owner has said anything: by transfer and at the desk, which need no contract with anybody. */
const initial: Stored = {
  ...{ transfer: true, atDesk: true, creditBonusPercent: 0, voucherVatType: "MULTI", revision: 1 },
  montonio: { enabled: false, sandbox: true, accessKey: "", secretKey: null },
};

type Changed = Omit<PaymentSettings, "revision" | "montonio"> & {
  montonio: Omit<PaymentSettings["montonio"], "hasSecretKey"> & { secretKey?: string | null | undefined };
};

export type PaymentKeys = { accessKey: string; secretKey: string; sandbox: boolean };
export type Settings = ReturnType<typeof createSettings>;

/** How people may pay, as the owner has said it. A provider's secret is sealed and never answered. */
export function createSettings(context: Context) {
  const { db, siteId, now, accounts } = context;
  const seal = accounts.sealer("uola payment keys");

  async function stored(on: Database, locks = false): Promise<Stored> {
    const value = await store.read(on, siteId, locks);
    return value === undefined ? initial : Stored.parse(value);
  }

  const toSettings = ({ montonio: { secretKey, ...montonio }, revision, ...rest }: Stored): PaymentSettings => ({
    ...rest,
    montonio: { ...montonio, hasSecretKey: secretKey !== null },
    revision: String(revision),
  });

  return {
    read: async (): Promise<PaymentSettings> => toSettings(await stored(db)),

    /** The keys of Montonio, where it is switched on and has them. */
    async montonioKeys(): Promise<PaymentKeys | undefined> {
      const { enabled, accessKey, secretKey, sandbox } = (await stored(db)).montonio;
      if (!enabled || !secretKey || !accessKey) return undefined;
      return { accessKey, secretKey: seal.open(Buffer.from(secretKey, "base64")), sandbox };
    },

    update: (changed: Changed, seen: string, actor: Actor): Promise<PaymentSettings> =>
      transact(context, async (tx) => {
        // The first change makes the row that later ones lock.
        await store.insert(tx, siteId, initial, now());
        const before = await stored(tx, true);
        if (String(before.revision) !== seen) {
          throw new Refusal("REVISION_MISMATCH", `The settings have revision ${before.revision}.`, 409);
        }
        const { secretKey, ...montonio } = changed.montonio;
        const sealed = secretKey ? seal.close(secretKey).toString("base64") : before.montonio.secretKey;
        const after: Stored = {
          ...{ ...changed, revision: before.revision + 1, montonio: { ...montonio, secretKey: sealed } },
        };
        await store.update(tx, siteId, after, now());
        const audit = { actor, action: "payments.settings", before: toSettings(before), after: toSettings(after) };
        await recordChange(tx, { siteId, at: now(), entity: "paymentSettings", entityId: siteId, audit });
        return toSettings(after);
      }),
  };
}
