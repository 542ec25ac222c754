import { createHash } from "node:crypto";
import type { Database } from "@uola/database";
import type { Account, Actor } from "./account.ts";
import { appAddress, newAppSecret, newRecoveryCodes, recoveryHash, stepOf } from "./authenticator.ts";
import { createTrail, lockAccount } from "./factor-audit.ts";
import { createPasskeys, type PasskeyRow } from "./passkeys.ts";
import type { createPauses } from "./lockout.ts";
import { AccountRefusal } from "./refusals.ts";
import { createSealer } from "./encryption.ts";

type FactorOptions = {
  db: Database;
  siteId: string;
  secret: string;
  now: () => Date;
  pauses: ReturnType<typeof createPauses>;
  find: (id: string) => Promise<Account | undefined>;
  /** Whether owner and trainers have to have a second factor. */
  secondFactorRequired: boolean;
};
export type FactorsOf = {
  passkeys: PasskeyRow[];
  authenticator: { isOn: boolean; since: Date | undefined };
  recoveryCodesLeft: number;
  /** Whether this person has to have a second factor. */
  required: boolean;
  hasPassword: boolean;
};
const wishMs = 30 * 60_000;
const wishPurpose = "authenticator_wish";
const itself: Actor = { kind: "system", id: "accounts" };

/** What a person has beside a password: an app that shows codes, recovery codes, passkeys. */
export function createFactors(options: FactorOptions) {
  const { db, siteId, secret, now, pauses, find, secondFactorRequired } = options;
  const seal = createSealer(secret, siteId, "uola authenticator");
  const isRequired = (role: string) => secondFactorRequired && role !== "member";
  const { audit, noteChange } = createTrail(siteId, now);
  const passkeys = createPasskeys({ ...options, isRequired });
  const key = (accountId: string) => ({ siteId, purpose: wishPurpose, hash: sha256(accountId) });

  async function existing(id: string): Promise<Account> {
    const account = await find(id);
    if (!account) throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${id}.`);
    return account;
  }

  const ownCodes = (accountId: string) =>
    db.selectFrom("recoveryCode").where("siteId", "=", siteId).where("accountId", "=", accountId);

  async function of(accountId: string): Promise<FactorsOf> {
    const { role } = await existing(accountId);
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

  /** Counted before it is looked at, so that guesses sent all at once do not slip past the pause. */
  async function countGuess(accountId: string) {
    const seconds = await pauses.countAttempt({ secondFactorOf: accountId });
    if (seconds > 0) throw new AccountRefusal("PAUSED", `Too many wrong codes; wait ${seconds} s.`, seconds);
  }

  /** A code of the app works once: of two who bring it, one gets through. */
  async function useAppCode(accountId: string, code: string): Promise<boolean> {
    const row = await appOf(accountId);
    const step = row && stepOf(seal.open(row.sealedSecret), code, now());
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
    db.transaction().execute(async (tx) => {
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
      await noteChange(tx, account, { change: "RECOVERY_CODE_USED", action: "account.useRecoveryCode", actor });
      return true;
    });

  /** New codes in place of all before them. */
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
     * Whether a password alone is not enough for this person. It is asked at every silent sign-in: one statement, none
     * when what decides is `known`.
     */
    async areAskedOf(accountId: string, known?: { role: string; hasCodeApp: boolean }): Promise<boolean> {
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

    /** A secret for an app, for half an hour; one that is on already goes on until the new one is confirmed. */
    async beginAuthenticator(accountId: string): Promise<{ secret: string; address: string }> {
      const { email } = await existing(accountId);
      const appSecret = newAppSecret();
      const wish = {
        payload: JSON.stringify({ sealed: seal.close(appSecret).toString("base64") }),
        expiresDate: new Date(now().getTime() + wishMs),
      };
      await db
        .insertInto("oneTimeSecret")
        .values({ ...key(accountId), ...wish })
        .onConflict((conflict) => conflict.columns(["siteId", "purpose", "hash"]).doUpdateSet(wish))
        .execute();
      return { secret: appSecret, address: appAddress(appSecret, email) };
    },

    /** Turns the app on by a first code of it; the recovery codes are given only now. Errors: WRONG_CODE, PAUSED. */
    async confirmAuthenticator(accountId: string, code: string, actor: Actor = itself): Promise<string[]> {
      const account = await existing(accountId);
      await countGuess(accountId);
      const codes = await db.transaction().execute(async (tx) => {
        const wish = await tx
          .selectFrom("oneTimeSecret")
          .select("payload")
          .where("siteId", "=", siteId)
          .where("purpose", "=", wishPurpose)
          .where("hash", "=", sha256(accountId))
          .where("expiresDate", ">", now())
          .forUpdate()
          .executeTakeFirst();
        const sealedSecret = wish && Buffer.from((wish.payload as { sealed: string }).sealed, "base64");
        const lastStep = sealedSecret && stepOf(seal.open(sealedSecret), code, now());
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
        await noteChange(tx, account, { change: "AUTHENTICATOR_ADDED", action: "account.addAuthenticator", actor });
        return replaceCodes(tx, accountId);
      });
      await pauses.countSuccess({ secondFactorOf: accountId });
      return codes;
    },

    /** Whether this is a code of the app or a recovery code; it is used up. Errors: PAUSED. */
    async checkCode(accountId: string, code: string): Promise<boolean> {
      const account = await existing(accountId);
      await countGuess(accountId);
      const fits = (await useAppCode(accountId, code)) || (await useRecoveryCode(account, code));
      if (fits) await pauses.countSuccess({ secondFactorOf: accountId });
      else await audit(db, accountId, "account.signInFailed", { kind: "system", id: "accounts" }, { methods: ["mfa"] });
      return fits;
    },

    /** The app and the recovery codes are good no more. Errors: SECOND_FACTOR_REQUIRED. */
    removeAuthenticator: (accountId: string, actor: Actor = itself): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const account = await lockAccount(tx, siteId, accountId);
        const mine = <Rows extends "authenticator" | "recoveryCode">(table: Rows) =>
          tx
            .deleteFrom(table as "authenticator")
            .where("siteId", "=", siteId)
            .where("accountId", "=", accountId);
        const removed = await mine("authenticator").executeTakeFirst();
        await mine("recoveryCode").execute();
        if (removed.numDeletedRows === 0n) return;
        if (isRequired(account.role) && (await passkeys.list(accountId, tx)).length === 0) {
          throw new AccountRefusal("SECOND_FACTOR_REQUIRED", "This person has to have a second factor.");
        }
        await noteChange(tx, account, {
          change: "AUTHENTICATOR_REMOVED",
          action: "account.removeAuthenticator",
          actor,
        });
      }),

    /** Ten new recovery codes; the ones before are good no more. */
    renewRecoveryCodes: (accountId: string, actor: Actor = itself): Promise<string[]> =>
      db.transaction().execute(async (tx) => {
        const account = await lockAccount(tx, siteId, accountId);
        await noteChange(tx, account, {
          change: "RECOVERY_CODES_RENEWED",
          action: "account.renewRecoveryCodes",
          actor,
        });
        return replaceCodes(tx, accountId);
      }),
  };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
