import { createHash } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { type Database, newId, transact } from "@uola/database";
import type { Account, Actor } from "./account.ts";
import { createFactorAudit, lockAccountFactors } from "./factor-audit.ts";
import { fullName } from "./full-name.ts";
import { gymName } from "./gym-name.ts";
import { AccountRefusal } from "./refusals.ts";

export type PasskeyRow = { id: string; name: string; backedUp: boolean; createdDate: Date; usedDate: Date | null };
/** The site that uses a passkey: `rpId` is the host, `origin` has no trailing slash. */
export type RelyingParty = { rpId: string; origin: string };

type Options = {
  db: Database;
  siteId: string;
  now: () => Date;
  find: (id: string) => Promise<Account | undefined>;
  isRequired: (role: string) => boolean;
};
type Challenge = { kind: "register"; accountId: string } | { kind: "signIn" };

const challengeMs = 5 * 60_000;
const purpose = "passkey_challenge";
const columns = ["id", "name", "backedUp", "createdDate", "usedDate"] as const;

/**
 * Creates the passkey (WebAuthn) operations. A device unlocks a passkey by finger, face or PIN, so
 * each one counts as two factors.
 */
export function createPasskeys({ db, siteId, now, find, isRequired }: Options) {
  const { audit, recordFactorChange } = createFactorAudit(siteId, now);
  const rows = (tx: Database = db) => tx.selectFrom("passkey").where("siteId", "=", siteId);
  const list = (accountId: string, tx: Database = db): Promise<PasskeyRow[]> =>
    rows(tx).select(columns).where("accountId", "=", accountId).orderBy("createdDate").orderBy("id").execute();

  const storeChallenge = (challenge: string, payload: Challenge) =>
    db
      .insertInto("oneTimeSecret")
      .values({
        siteId,
        purpose,
        hash: sha256(challenge),
        payload: JSON.stringify(payload),
        expiresDate: new Date(now().getTime() + challengeMs),
      })
      .execute();

  /** Consumes the challenge of a response, whether or not the response is valid, and returns it. */
  async function useChallenge(response: unknown, expected: Challenge): Promise<string> {
    const challenge = challengeIn(response);
    const used = await db
      .updateTable("oneTimeSecret")
      .set({ usedDate: now() })
      .where("siteId", "=", siteId)
      .where("purpose", "=", purpose)
      .where("hash", "=", sha256(challenge))
      .where("usedDate", "is", null)
      .where("expiresDate", ">", now())
      .returning("payload")
      .executeTakeFirst();
    const asked = used?.payload as Challenge | undefined;
    const fits =
      asked?.kind === expected.kind &&
      (expected.kind === "signIn" || (asked.kind === "register" && asked.accountId === expected.accountId));
    if (!fits) throw passkeyRefused("nobody asked for it, or it was answered before");
    return challenge;
  }

  async function lockPasskey(tx: Database, accountId: string, passkeyId: string) {
    const row = rows(tx).select("name").where("accountId", "=", accountId).where("id", "=", passkeyId);
    const locked = await row.forUpdate().executeTakeFirst();
    if (!locked) throw new AccountRefusal("PASSKEY_NOT_FOUND", `No passkey ${passkeyId}.`);
    return locked;
  }

  const auditClonedPasskey = (accountId: string, after: object) =>
    audit(db, accountId, "account.refusePasskey", { kind: "system", id: "passkeys" }, after);

  return {
    list,

    /** Returns the options a browser needs to create a passkey. */
    async registrationOptions(
      accountId: string,
      { rpId }: { rpId: string },
    ): Promise<PublicKeyCredentialCreationOptionsJSON> {
      const account = await find(accountId);
      if (!account) throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${accountId}.`);
      const own = await rows().select(["credentialId", "transports"]).where("accountId", "=", accountId).execute();
      const options = await generateRegistrationOptions({
        rpName: await gymName(db, siteId),
        rpID: rpId,
        userID: new Uint8Array(Buffer.from(accountId)),
        userName: account.email,
        userDisplayName: fullName(account) || account.email,
        timeout: challengeMs,
        attestationType: "none",
        excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      await storeChallenge(options.challenge, { kind: "register", accountId });
      return options;
    },

    /** Stores the passkey that a browser created. Errors: PASSKEY_REFUSED. */
    async register(
      accountId: string,
      response: RegistrationResponseJSON,
      { rpId, origin, name }: RelyingParty & { name: string },
      actor: Actor = { kind: "member", id: accountId },
    ): Promise<PasskeyRow> {
      const expectedChallenge = await useChallenge(response, { kind: "register", accountId });
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
      }).catch((cause) => {
        throw passkeyRefused("the answer does not fit", cause);
      });
      if (!verified.verified) throw passkeyRefused("the answer does not fit");
      const { credential, credentialBackedUp } = verified.registrationInfo;
      return transact({ db }, async (tx) => {
        const account = await lockAccountFactors(tx, siteId, accountId);
        const passkey = await tx
          .insertInto("passkey")
          .values({
            siteId,
            id: newId(),
            accountId,
            credentialId: credential.id,
            publicKey: Buffer.from(credential.publicKey),
            signCount: credential.counter,
            transports: transportsOf(credential.transports),
            name: nameOf(name),
            backedUp: credentialBackedUp,
            createdDate: now(),
          })
          .onConflict((conflict) => conflict.columns(["siteId", "credentialId"]).doNothing())
          .returning(columns)
          .executeTakeFirst();
        if (!passkey) throw passkeyRefused("it is here already");
        const facts = { name: passkey.name };
        await recordFactorChange(tx, account, { change: "PASSKEY_ADDED", action: "account.addPasskey", actor, facts });
        return passkey;
      });
    },

    /** Returns the options a browser needs to sign in with any passkey for this host. */
    async signInOptions({ rpId }: { rpId: string }): Promise<PublicKeyCredentialRequestOptionsJSON> {
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        userVerification: "required",
        timeout: challengeMs,
      });
      await storeChallenge(options.challenge, { kind: "signIn" });
      return options;
    },

    /** Returns the account of the responding passkey. Errors: PASSKEY_REFUSED, BLOCKED. */
    async signIn(response: AuthenticationResponseJSON, { rpId, origin }: RelyingParty): Promise<Account> {
      const expectedChallenge = await useChallenge(response, { kind: "signIn" });
      const isNamed = typeof response.id === "string" && /^[\w-]+$/.test(response.id);
      const known = isNamed ? rows().selectAll().where("credentialId", "=", response.id) : undefined;
      const row = await known?.executeTakeFirst();
      if (!row) throw passkeyRefused("nobody here has it");
      const { userHandle } = response.response;
      if (userHandle && Buffer.from(String(userHandle), "base64url").toString() !== row.accountId) {
        throw passkeyRefused("it names somebody else");
      }
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        // The counter is compared below, in the statement that updates it.
        credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: 0 },
        requireUserVerification: true,
      }).catch((cause) => {
        throw passkeyRefused("the answer does not fit", cause);
      });
      if (!verified) throw passkeyRefused("the answer does not fit");
      const { newCounter, credentialBackedUp } = authenticationInfo;
      const moved = await db
        .updateTable("passkey")
        .set({ signCount: newCounter, usedDate: now(), backedUp: credentialBackedUp })
        .where("siteId", "=", siteId)
        .where("id", "=", row.id)
        .where((eb) => (newCounter === 0 ? eb("signCount", "=", 0) : eb("signCount", "<", newCounter)))
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n) {
        await auditClonedPasskey(row.accountId, {
          passkeyId: row.id,
          signCount: newCounter,
          expectedAbove: row.signCount,
        });
        throw passkeyRefused("its count went back: there is a copy of it");
      }
      const account = await find(row.accountId);
      if (!account || account.status === "DELETED") throw passkeyRefused("nobody here has it");
      if (account.status === "BLOCKED") throw new AccountRefusal("BLOCKED", "The account is blocked.");
      return account;
    },

    /** Errors: PASSKEY_NOT_FOUND. */
    rename: (accountId: string, passkeyId: string, name: string, actor: Actor = { kind: "member", id: accountId }) =>
      transact({ db }, async (tx) => {
        const before = await lockPasskey(tx, accountId, passkeyId);
        await tx
          .updateTable("passkey")
          .set({ name: nameOf(name) })
          .where("siteId", "=", siteId)
          .where("id", "=", passkeyId)
          .execute();
        await audit(tx, accountId, "account.renamePasskey", actor, { passkeyId, from: before.name, to: nameOf(name) });
      }),

    /** Errors: PASSKEY_NOT_FOUND, LAST_WAY_IN, SECOND_FACTOR_REQUIRED. */
    remove: (accountId: string, passkeyId: string, actor: Actor = { kind: "member", id: accountId }): Promise<void> =>
      transact({ db }, async (tx) => {
        const account = await lockAccountFactors(tx, siteId, accountId);
        const { name } = await lockPasskey(tx, accountId, passkeyId);
        if ((await list(accountId, tx)).length === 1) {
          if (!account.passwordHash) {
            throw new AccountRefusal("LAST_WAY_IN", "Without a password this passkey is the only way in.");
          }
          const app = await tx
            .selectFrom("authenticator")
            .select("accountId")
            .where("siteId", "=", siteId)
            .where("accountId", "=", accountId)
            .where("confirmedDate", "is not", null)
            .executeTakeFirst();
          if (!app && isRequired(account.role)) {
            throw new AccountRefusal("SECOND_FACTOR_REQUIRED", "This person has to have a second factor.");
          }
        }
        await tx.deleteFrom("passkey").where("siteId", "=", siteId).where("id", "=", passkeyId).execute();
        const facts = { name };
        await recordFactorChange(tx, account, {
          change: "PASSKEY_REMOVED",
          action: "account.removePasskey",
          actor,
          facts,
        });
      }),
  };
}

const passkeyRefused = (why: string, cause?: unknown) =>
  Object.assign(new AccountRefusal("PASSKEY_REFUSED", `The passkey was refused: ${why}.`), { cause });

/**
 * Returns the challenge that the browser claims to have answered. Its signature is checked
 * afterwards.
 */
function challengeIn(response: unknown): string {
  try {
    const { clientDataJSON } = (response as RegistrationResponseJSON).response;
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    if (typeof challenge === "string") return challenge;
  } catch {
    // Thrown below.
  }
  throw passkeyRefused("it is not an answer");
}

// Returns the valid transports. They come from the browser and are not signed.
const transportsOf = (transports: unknown): string[] =>
  Array.isArray(transports)
    ? transports.filter((way) => typeof way === "string" && /^[a-z-]{1,20}$/.test(way)).slice(0, 10)
    : [];

const nameOf = (text: string) =>
  [
    ...text
      .normalize("NFC")
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
      .trim(),
  ]
    .slice(0, 60)
    .join("") || "Passkey";

const sha256 = (text: string) => createHash("sha256").update(text).digest();
