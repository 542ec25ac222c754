import { type Database, transact } from "@uola/database";
import {
  type Account,
  type Actor,
  isStorable,
  needsVerification,
  type Row,
  selfActor,
  systemActor,
  withoutStatusReason,
} from "./account.ts";
import type { Mails } from "./account-mails.ts";
import type { AccountStore, AccountsDeps } from "./account-store.ts";
import { checkedEmail, normalEmail } from "./email.ts";
import {
  type EmailVerification,
  type EmailVerifications,
  invalidVerification,
  tooManyMails,
  type VerificationPurpose,
} from "./email-verification.ts";
import type { Origins } from "./familiar-origins.ts";
import type { createLockout } from "./lockout.ts";
import { checkPassword, hashPassword, runLimited } from "./passwords.ts";
import type { Limit, Limiter } from "./rate-limits.ts";
import { AccountRefusal } from "./refusals.ts";
import { endSessions } from "./sessions.ts";

type Options = AccountsDeps & {
  store: AccountStore;
  verifications: EmailVerifications;
  mails: Mails;
  limits: Limiter;
  mailLimits: Limit[];
  networkMails: Limit;
  lockout: ReturnType<typeof createLockout>;
  origins: Origins;
};
type LinkOptions = { returnTo?: string | undefined; language?: string | undefined };
type LinkRequest = LinkOptions & { network?: string | undefined };

/**
 * Creates the operations with mailed links and codes: verify an email address, reset a password,
 * change the email address.
 */
export function createRecovery(options: Options) {
  const { db, siteId, now, store, verifications, mails, limits, mailLimits, networkMails, lockout, origins } = options;
  const verified = (before: Row) => ({ emailVerified: true, ...withoutStatusReason(needsVerification, before) });

  async function requireAccount(id: string): Promise<Account> {
    const account = await store.find(id);
    if (!account || account.status === "DELETED") throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${id}.`);
    return account;
  }

  async function verificationOf(secret: string, purposes: VerificationPurpose[]): Promise<EmailVerification> {
    const verification = await verifications.readVerification(secret);
    if (!verification || !purposes.includes(verification.purpose)) throw invalidVerification();
    return verification;
  }

  /** A blocked person may still receive mail at the email address, so their links are rejected too. */
  const refuseBlocked = ({ status }: Pick<Row, "status">) => {
    if (status === "BLOCKED") throw new AccountRefusal("BLOCKED", "The account is blocked.");
  };

  /**
   * Deletes credentials from before the email address was verified: passkeys, authenticator app,
   * recovery codes, other identity providers. They may belong to somebody else who registered the
   * address in advance and waits for its owner to use it.
   */
  async function discardCredentials(tx: Database, accountId: string) {
    for (const table of ["passkey", "authenticator", "recoveryCode"] as const)
      await tx.deleteFrom(table).where("siteId", "=", siteId).where("accountId", "=", accountId).execute();
    await tx
      .deleteFrom("externalIdentity")
      .where("siteId", "=", siteId)
      .where("accountId", "=", accountId)
      // Keeps the link to the built-in identity provider.
      .where("subject", "!=", accountId)
      .execute();
  }

  const notifyPasswordChanged = (tx: Database, { id, email, language }: Account, facts: Record<string, string> = {}) =>
    mails.enqueue(tx, { template: "account-password-changed", accountId: id, to: email, language, facts });

  /** Deletes secret calendar URLs: after an account had to be recovered, other people may know them. */
  async function endCalendarFeeds(tx: Database, accountId: string): Promise<number> {
    const feeds = tx.deleteFrom("calendarFeed").where("siteId", "=", siteId).where("accountId", "=", accountId);
    return Number((await feeds.executeTakeFirst()).numDeletedRows);
  }

  /**
   * After a new password, invalidates old links, resets the failed guesses and makes every origin
   * unfamiliar.
   */
  async function resetAfterNewPassword(tx: Database, { id, email }: Account) {
    await verifications.endAll(tx, id);
    await lockout.forget(tx, email);
    await origins.forget(tx, id);
  }

  /** Sets a password chosen by the person who receives mail at the email address. */
  async function choosePassword(secret: string, password: string, purpose: VerificationPurpose, action: string) {
    const verification = await verificationOf(secret, [purpose]);
    checkPassword(password, verification.email);
    const passwordHash = await runLimited(() => hashPassword(password));
    return store.change(verification.accountId, {
      action,
      actor: selfActor(verification.accountId),
      set: (before) => {
        refuseBlocked(before);
        if (before.email !== verification.email) throw invalidVerification();
        return { passwordHash, passwordExpired: false, ...verified(before) };
      },
      ends: true,
      also: async (tx, before, after) => {
        await verifications.consume(tx, secret, [purpose]);
        await resetAfterNewPassword(tx, after);
        const calendars = await endCalendarFeeds(tx, after.id);
        if (!before.emailVerified) await discardCredentials(tx, after.id);
        await notifyPasswordChanged(tx, after, calendars > 0 ? { calendars: String(calendars) } : {});
      },
    });
  }

  const verify = (id: string, actor: Actor, email?: string, also?: (tx: Database) => Promise<unknown>) =>
    store.change(id, {
      action: "account.verifyEmail",
      actor,
      set: (before) => {
        refuseBlocked(before);
        if (email !== undefined && before.email !== email) throw invalidVerification();
        return verified(before);
      },
      also: async (tx) => {
        await also?.(tx);
      },
    });

  /**
   * Verifies the email address with a mailed code. Each try counts, whether or not it succeeds.
   * `claims`: the person signs in by other means than the earlier credentials, so these are deleted
   * if the address had not been verified yet. `also` runs in the same transaction. Errors:
   * PROOF_INVALID, BLOCKED.
   */
  async function useCode(
    id: string,
    code: string,
    { claims = false, also }: { claims?: boolean; also?: (tx: Database) => Promise<void> } = {},
  ): Promise<Account> {
    const verification = await verifications.tryCode(db, id, code);
    if (!verification) throw invalidVerification();
    return claims
      ? claim(id, selfActor(id), verification.email, also)
      : verify(id, selfActor(id), verification.email, also);
  }

  const claim = (id: string, actor: Actor, email?: string, more?: (tx: Database) => Promise<void>) =>
    store.change(id, {
      action: "account.claimEmail",
      actor,
      set: (before) => {
        refuseBlocked(before);
        if (email !== undefined && before.email !== email) throw invalidVerification();
        return before.emailVerified ? {} : { passwordHash: null, passwordExpired: false, ...verified(before) };
      },
      also: async (tx, before) => {
        if (!before.emailVerified) {
          await endSessions(tx, { siteId, accountId: id, at: now() });
          await verifications.endAll(tx, id);
          await discardCredentials(tx, id);
        }
        await more?.(tx);
      },
    });

  /**
   * Returns the number of seconds until this network may request another mail; 0 means that it may
   * do so now and the request is counted.
   */
  const takeNetworkQuota = async (network: string | undefined) =>
    network ? limits.take("mail of a network", network, networkMails) : 0;

  /**
   * Mails a link or code that verifies a person's address. Returns the verification's id. Errors: TOO_MANY_MAILS,
   * ACCOUNT_NOT_FOUND.
   */
  async function startVerification(
    id: string,
    { by, network, ...options }: LinkRequest & { by: "link" | "code" },
  ): Promise<string> {
    const { email, language } = await requireAccount(id);
    const seconds = await takeNetworkQuota(network);
    if (seconds > 0) throw tooManyMails(seconds);
    const purpose = by === "link" ? "VERIFY_LINK" : "VERIFY_CODE";
    const input = { accountId: id, purpose, email, language, ...linkFields(options) } as const;
    return transact({ db }, (tx) => verifications.openVerification(tx, input));
  }

  return {
    /**
     * Mails a link to replace a forgotten password. The response and the number of statements are
     * the same for an unknown, blocked or rate-limited address.
     */
    async requestPasswordReset(text: string, { returnTo, language, network }: LinkRequest = {}): Promise<void> {
      const email = normalEmail(text);
      if (!isStorable(email) || (await takeNetworkQuota(network)) > 0) return;
      await transact({ db }, async (tx) => {
        const seconds = await verifications.takeMail(tx, "RESET_PASSWORD", email);
        const row = await store.rowByEmail(email, tx);
        if (seconds > 0) return;
        if (!row || row.status === "BLOCKED" || row.status === "DELETED") return verifications.runDummyStatements(tx);
        const input = { accountId: row.id, purpose: "RESET_PASSWORD", email, returnTo } as const;
        await verifications.openUnlimited(tx, { ...input, language: language ?? row.language });
      });
    },

    /**
     * Handles an attempt to register an email address that already has an account. The owner is
     * notified by mail, or gets the verification link again while the address is unverified. The
     * caller learns nothing about the account. Errors: TOO_MANY_MAILS.
     */
    async notifyRegisteredOwner(text: string, { returnTo, network }: LinkRequest = {}): Promise<void> {
      const email = normalEmail(text);
      const waiting = await takeNetworkQuota(network);
      if (waiting > 0) throw tooManyMails(waiting);
      await transact({ db }, async (tx) => {
        const row = await store.rowByEmail(email, tx);
        if (!row || row.status === "BLOCKED" || row.status === "DELETED") return;
        const { id: accountId, language } = row;
        if (row.statusReasons.includes(needsVerification)) {
          await verifications.openVerification(tx, { accountId, purpose: "VERIFY_LINK", email, language, returnTo });
          return;
        }
        const seconds = await limits.consumeAll("mail EXISTS", email, mailLimits, tx);
        if (seconds > 0) throw tooManyMails(seconds);
        await mails.enqueue(tx, { template: "account-exists", accountId, to: email, language });
      });
    },

    /**
     * Sets a new password with a mailed link. This also verifies the address and ends all sessions.
     * If the address was not verified before, deletes all other credentials. Errors: PROOF_INVALID,
     * PASSWORD_…, BLOCKED.
     */
    resetPassword: (secret: string, password: string) =>
      choosePassword(secret, password, "RESET_PASSWORD", "account.resetPassword"),

    /** Mails a person the link to choose their first password. Errors: ACCOUNT_NOT_FOUND. */
    async sendActivation(id: string, options: LinkOptions = {}, actor: Actor = systemActor): Promise<string> {
      const { email, language } = await requireAccount(id);
      return transact({ db }, async (tx) => {
        await store.recordAudit(tx, id, { actor, action: "account.sendActivation", after: { email } });
        return verifications.openUnlimited(tx, {
          accountId: id,
          purpose: "ACTIVATE",
          email,
          language,
          ...linkFields(options),
        });
      });
    },

    /** Like `resetPassword`, but with the link of `sendActivation`. */
    activate: (secret: string, password: string) => choosePassword(secret, password, "ACTIVATE", "account.activate"),

    /** Sets a new password and ends every session except `keep`. Errors: PASSWORD_…, ACCOUNT_NOT_FOUND. */
    async setPassword(id: string, password: string, actor: Actor = systemActor, keep?: string): Promise<Account> {
      const { email } = await requireAccount(id);
      checkPassword(password, email);
      const passwordHash = await runLimited(() => hashPassword(password));
      return store.change(id, {
        action: "account.setPassword",
        actor,
        set: () => ({ passwordHash, passwordExpired: false }),
        ends: { keep },
        also: async (tx, _, after) => {
          await resetAfterNewPassword(tx, after);
          await notifyPasswordChanged(tx, after);
        },
      });
    },

    startVerification,
    /** Mails the verification link again. */
    requestVerification: (id: string, request: LinkRequest = {}) => startVerification(id, { ...request, by: "link" }),

    /** Errors: PROOF_INVALID, BLOCKED. */
    async verifyEmailByLink(secret: string): Promise<Account> {
      const { accountId, email } = await verificationOf(secret, ["VERIFY_LINK"]);
      return verify(accountId, selfActor(accountId), email, (tx) => verifications.consume(tx, secret, ["VERIFY_LINK"]));
    },

    useCode,
    verifyEmailByCode: useCode,

    /** Marks the email address as verified because an owner decided so. */
    verifyEmail: (id: string, actor: Actor = systemActor) => verify(id, actor),

    /**
     * Marks the email address as verified because a trusted party confirmed it. Credentials set
     * before that, including the password, may belong to somebody else and are deleted. Errors:
     * ACCOUNT_NOT_FOUND, BLOCKED.
     */
    claimEmail: (id: string, actor: Actor = systemActor): Promise<Account> => claim(id, actor),

    /** Mails a link to the new address. Errors: EMAIL_INVALID, EMAIL_TAKEN, TOO_MANY_MAILS, ACCOUNT_NOT_FOUND. */
    async changeEmail(id: string, text: string, options: LinkOptions = {}): Promise<string> {
      const email = checkedEmail(text);
      const { language } = await requireAccount(id);
      // First counts the attempt for the person, to limit attempts to find out which email
      // addresses have accounts.
      const seconds = await limits.consumeAll("change e-mail", id, mailLimits);
      if (seconds > 0) throw tooManyMails(seconds);
      if (await store.rowByEmail(email)) throw emailTaken(email);
      const input = { accountId: id, purpose: "CHANGE_EMAIL", email, language, ...linkFields(options) } as const;
      return transact({ db }, (tx) => verifications.openVerification(tx, input));
    },

    /** Replaces the address and notifies the old one. Errors: PROOF_INVALID, EMAIL_TAKEN, BLOCKED. */
    async confirmEmailChange(secret: string): Promise<Account> {
      const { accountId, email } = await verificationOf(secret, ["CHANGE_EMAIL"]);
      const confirmed = store.change(accountId, {
        action: "account.changeEmail",
        actor: selfActor(accountId),
        set: (before) => {
          refuseBlocked(before);
          return { email, ...verified(before) };
        },
        also: async (tx, before, after) => {
          await verifications.consume(tx, secret, ["CHANGE_EMAIL"]);
          // Invalidates links mailed to the old address.
          await verifications.endAll(tx, accountId);
          const { email: to, language } = before;
          await mails.enqueue(tx, {
            template: "account-email-changed",
            accountId,
            to,
            language,
            facts: { email: after.email },
          });
        },
      });
      return confirmed.catch((error: unknown) => {
        throw isEmailTaken(error) ? emailTaken(email) : error;
      });
    },
  };
}

const linkFields = ({ returnTo, language }: LinkOptions) => ({ returnTo, ...(language !== undefined && { language }) });

const emailTaken = (email: string) => new AccountRefusal("EMAIL_TAKEN", `${email} has an account.`);
const isEmailTaken = (error: unknown) =>
  error instanceof Error && "constraint" in error && error.constraint === "account_email_is_used_once";
