import { createHash } from "node:crypto";
import { type Database, transact } from "@uola/database";
import type { Account, Actor } from "./account.ts";
import { newAppSecret, newRecoveryCodes, otpauthUri, recoveryHash, totpStep } from "./authenticator.ts";
import { createSealer } from "./encryption.ts";
import { createFactorAudit, lockAccountFactors } from "./factor-audit.ts";
import { gymName } from "./gym-name.ts";
import type { createLockout } from "./lockout.ts";
import { createPasskeys, type PasskeyRow } from "./passkeys.ts";
import { AccountRefusal } from "./refusals.ts";

type FactorOptions = {
  db: Database;
  siteId: string;
  secret: string;
  now: () => Date;
  lockout: ReturnType<typeof createLockout>;
  find: (id: string) => Promise<Account | undefined>;
  /** Whether owners and trainers need a second factor. */
  secondFactorRequired: boolean;
};
export type FactorStatus = {
  passkeys: PasskeyRow[];
  authenticator: { isOn: boolean; since: Date | undefined };
  recoveryCodesLeft: number;
  /** Whether this person needs a second factor. */
  required: boolean;
  hasPassword: boolean;
};
const enrolmentMs = 30 * 60_000;
const enrolmentPurpose = "authenticator_wish";
const systemActor: Actor = { kind: "system", id: "accounts" };

/** Creates the operations on second factors: an authenticator app, recovery codes, passkeys. */
export function createFactors(options: FactorOptions) {
  const { db, siteId, secret, now, lockout, find, secondFactorRequired } = options;
  const seal = createSealer(secret, siteId, "uola authenticator");
  const isRequired = (role: string) => secondFactorRequired && role !== "member";
  const { audit, recordFactorChange } = createFactorAudit(siteId, now);
  const passkeys = createPasskeys({ ...options, isRequired });
  const key = (accountId: string) => ({ siteId, purpose: enrolmentPurpose, hash: sha256(accountId) });

  async function requireAccount(id: string): Promise<Account> {
    const account = await find(id);
    if (!account) throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${id}.`);
    return account;
  }

  const ownCodes = (accountId: string) =>
    db.selectFrom("recoveryCode").where("siteId", "=", siteId).where("accountId", "=", accountId);

  async function of(accountId: string): Promise<FactorStatus> {
    const { role } = await requireAccount(accountId);
    const [keys, app, codes, password] = await Promise.all([
      passkeys.list(accountId),
      appOf(accountId),
      ownCodes(accountId)
        .select((eb) => eb.fn.countAll<number>().as("left"))
        .where("usedDate", "is", null)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom("account")
        .select((eb) => eb("passwordHash", "is not", null).as("isSet"))
        .where("siteId", "=", siteId)
        .where("id", "=", accountId)
        .executeTakeFirstOrThrow(),
    ]);
    return {
      passkeys: keys,
      authenticator: { isOn: app !== undefined, since: app?.confirmedDate ?? undefined },
      recoveryCodesLeft: Number(codes.left),
      required: isRequired(role),
      hasPassword: Boolean(password.isSet),
    };
  }

  const appOf = (accountId: string) =>
    db
      .selectFrom("authenticator")
      .selectAll()
      .where("siteId", "=", siteId)
      .where("accountId", "=", accountId)
      .where("confirmedDate", "is not", null)
      .executeTakeFirst();

  /** Counts a guess before it is checked, so that simultaneous guesses do not bypass the lockout. */
  async function countGuess(accountId: string) {
    const seconds = await lockout.countAttempt({ secondFactorOf: accountId });
    if (seconds > 0) throw new AccountRefusal("PAUSED", `Too many wrong codes; wait ${seconds} s.`, seconds);
  }

  /** Consumes a code of the authenticator app. Of two simultaneous uses only one succeeds. */
  async function useAppCode(accountId: string, code: string): Promise<boolean> {
    const row = await appOf(accountId);
    const step = row && totpStep(seal.open(row.sealedSecret), code, now());
    if (step === undefined) return false;
    const used = await db
      .updateTable("authenticator")
      .set({ lastStep: step })
      .where("siteId", "=", siteId)
      .where("accountId", "=", accountId)
      .where("sealedSecret", "=", row?.sealedSecret as Buffer)
      .where("lastStep", "<", step)
      .executeTakeFirst();
    return used.numUpdatedRows > 0n;
  }

  const useRecoveryCode = (account: Account, code: string): Promise<boolean> =>
    transact({ db }, async (tx) => {
      const used = await tx
        .updateTable("recoveryCode")
        .set({ usedDate: now() })
        .where("siteId", "=", siteId)
        .where("accountId", "=", account.id)
        .where("hash", "=", recoveryHash(account.id, code))
        .where("usedDate", "is", null)
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) return false;
      const actor = { kind: "member", id: account.id };
      await recordFactorChange(tx, account, { change: "RECOVERY_CODE_USED", action: "account.useRecoveryCode", actor });
      return true;
    });

  /** Replaces all recovery codes and returns the new ones. */
  async function replaceCodes(tx: Database, accountId: string): Promise<string[]> {
    await tx.deleteFrom("recoveryCode").where("siteId", "=", siteId).where("accountId", "=", accountId).execute();
    const codes = newRecoveryCodes();
    const createdDate = now();
    const rows = codes.map((code) => ({ siteId, accountId, hash: recoveryHash(accountId, code), createdDate }));
    await tx.insertInto("recoveryCode").values(rows).execute();
    return codes;
  }

  return {
    of,
    passkeys,

    /**
     * Whether a password alone is insufficient for this person. Called at every silent sign-in: it
     * runs one statement, or none when `known` is given.
     */
    async areRequiredFor(accountId: string, known?: { role: string; hasCodeApp: boolean }): Promise<boolean> {
      if (known) return known.hasCodeApp || isRequired(known.role);
      const row = await db
        .selectFrom("account")
        .leftJoin("authenticator", (join) =>
          join
            .onRef("authenticator.siteId", "=", "account.siteId")
            .onRef("authenticator.accountId", "=", "account.id")
            .on("authenticator.confirmedDate", "is not", null),
        )
        .select(["account.role", "authenticator.confirmedDate"])
        .where("account.siteId", "=", siteId)
        .where("account.id", "=", accountId)
        .executeTakeFirst();
      return row !== undefined && (row.confirmedDate !== null || isRequired(row.role));
    },

    /**
     * Generates a secret for a new app, valid for half an hour. An existing app works until the new
     * one is confirmed.
     */
    async beginAuthenticator(accountId: string): Promise<{ secret: string; address: string }> {
      const { email } = await requireAccount(accountId);
      const appSecret = newAppSecret();
      const input = {
        payload: JSON.stringify({ sealed: seal.close(appSecret).toString("base64") }),
        expiresDate: new Date(now().getTime() + enrolmentMs),
      };
      await db
        .insertInto("oneTimeSecret")
        .values({ ...key(accountId), ...input })
        .onConflict((conflict) => conflict.columns(["siteId", "purpose", "hash"]).doUpdateSet(input))
        .execute();
      return { secret: appSecret, address: otpauthUri(appSecret, email, await gymName(db, siteId)) };
    },

    /**
     * Enables the app with its first code. Only this call returns the recovery codes. Errors:
     * WRONG_CODE, PAUSED.
     */
    async confirmAuthenticator(accountId: string, code: string, actor: Actor = systemActor): Promise<string[]> {
      const account = await requireAccount(accountId);
      await countGuess(accountId);
      const codes = await transact({ db }, async (tx) => {
        const input = await tx
          .selectFrom("oneTimeSecret")
          .select("payload")
          .where("siteId", "=", siteId)
          .where("purpose", "=", enrolmentPurpose)
          .where("hash", "=", sha256(accountId))
          .where("expiresDate", ">", now())
          .forUpdate()
          .executeTakeFirst();
        const sealedSecret = input && Buffer.from((input.payload as { sealed: string }).sealed, "base64");
        const lastStep = sealedSecret && totpStep(seal.open(sealedSecret), code, now());
        if (!sealedSecret || lastStep === undefined) throw new AccountRefusal("WRONG_CODE", "This is not the code.");
        const { purpose, hash } = key(accountId);
        await tx
          .deleteFrom("oneTimeSecret")
          .where("siteId", "=", siteId)
          .where("purpose", "=", purpose)
          .where("hash", "=", hash)
          .execute();
        const row = { sealedSecret, lastStep, createdDate: now(), confirmedDate: now() };
        await tx
          .insertInto("authenticator")
          .values({ siteId, accountId, ...row })
          .onConflict((conflict) => conflict.columns(["siteId", "accountId"]).doUpdateSet(row))
          .execute();
        await recordFactorChange(tx, account, {
          change: "AUTHENTICATOR_ADDED",
          action: "account.addAuthenticator",
          actor,
        });
        return replaceCodes(tx, accountId);
      });
      await lockout.countSuccess({ secondFactorOf: accountId });
      return codes;
    },

    /**
     * Whether this is a valid authenticator app code or recovery code. Consumes the code. Errors:
     * PAUSED.
     */
    async checkCode(accountId: string, code: string): Promise<boolean> {
      const account = await requireAccount(accountId);
      await countGuess(accountId);
      const fits = (await useAppCode(accountId, code)) || (await useRecoveryCode(account, code));
      if (fits) await lockout.countSuccess({ secondFactorOf: accountId });
      else await audit(db, accountId, "account.signInFailed", { kind: "system", id: "accounts" }, { methods: ["mfa"] });
      return fits;
    },

    /** Removes the app and the recovery codes. Errors: SECOND_FACTOR_REQUIRED. */
    removeAuthenticator: (accountId: string, actor: Actor = systemActor): Promise<void> =>
      transact({ db }, async (tx) => {
        const account = await lockAccountFactors(tx, siteId, accountId);
        const deleteOwn = <Rows extends "authenticator" | "recoveryCode">(table: Rows) =>
          tx
            .deleteFrom(table as "authenticator")
            .where("siteId", "=", siteId)
            .where("accountId", "=", accountId);
        const removed = await deleteOwn("authenticator").executeTakeFirst();
        await deleteOwn("recoveryCode").execute();
        if (removed.numDeletedRows === 0n) return;
        if (isRequired(account.role) && (await passkeys.list(accountId, tx)).length === 0) {
          throw new AccountRefusal("SECOND_FACTOR_REQUIRED", "This person has to have a second factor.");
        }
        await recordFactorChange(tx, account, {
          change: "AUTHENTICATOR_REMOVED",
          action: "account.removeAuthenticator",
          actor,
        });
      }),

    /** Generates ten new recovery codes. The old ones become invalid. */
    renewRecoveryCodes: (accountId: string, actor: Actor = systemActor): Promise<string[]> =>
      transact({ db }, async (tx) => {
        const account = await lockAccountFactors(tx, siteId, accountId);
        await recordFactorChange(tx, account, {
          change: "RECOVERY_CODES_RENEWED",
          action: "account.renewRecoveryCodes",
          actor,
        });
        return replaceCodes(tx, accountId);
      }),
  };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
