import type { Database } from "@uola/database";
import { retrying } from "@uola/database";
import {
  type Account,
  type Actor,
  isStorable,
  itself,
  needsVerification,
  type Row,
  theirs,
  without,
} from "./account.ts";
import { checkedEmail, normalEmail } from "./email.ts";
import type { Limit, Limiter } from "./rate-limits.ts";
import type { Mails } from "./account-mails.ts";
import type { Origins } from "./familiar-origins.ts";
import { checkPassword, hashPassword, inTurn } from "./passwords.ts";
import type { createPauses } from "./lockout.ts";
import { invalid, type Proof, type ProofPurpose, type Proofs, tooManyMails } from "./email-verification.ts";
import type { Ground, Records } from "./account-store.ts";
import { AccountRefusal } from "./refusals.ts";
import { endStays } from "./sessions.ts";

type Options = Ground & {
  records: Records;
  proofs: Proofs;
  mails: Mails;
  limits: Limiter;
  mailLimits: Limit[];
  networkMails: Limit;
  pauses: ReturnType<typeof createPauses>;
  origins: Origins;
};
type Going = { returnTo?: string | undefined; language?: string | undefined };
type Asking = Going & { network?: string | undefined };

/** What mailed links and codes do: verify an address, replace a password, change the address. */
export function createRecovery(options: Options) {
  const { db, siteId, now, records, proofs, mails, limits, mailLimits, networkMails, pauses, origins } = options;
  const verified = (before: Row) => ({ emailVerified: true, ...without(needsVerification, before) });

  async function existing(id: string): Promise<Account> {
    const account = await records.find(id);
    if (!account || account.status === "DELETED") throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${id}.`);
    return account;
  }

  async function proofOf(secret: string, purposes: ProofPurpose[]): Promise<Proof> {
    const proof = await proofs.readProof(secret);
    if (!proof || !purposes.includes(proof.purpose)) throw invalid();
    return proof;
  }

  /** Who holds the address may be kept out all the same. */
  const refuseBlocked = ({ status }: Pick<Row, "status">) => {
    if (status === "BLOCKED") throw new AccountRefusal("BLOCKED", "The account is blocked.");
  };

  /**
   * Ways in from before anybody had shown to own the address may be somebody else's, who registered it in advance and
   * waits for its owner: passkeys, code app and its codes, other providers.
   */
  async function discardWaysIn(tx: Database, accountId: string) {
    for (const table of ["passkey", "authenticator", "recoveryCode"] as const)
      await tx
        .deleteFrom(table as "passkey")
        .where("siteId", "=", siteId)
        .where("accountId", "=", accountId)
        .execute();
    await tx
      .deleteFrom("externalIdentity")
      .where("siteId", "=", siteId)
      .where("accountId", "=", accountId)
      // our own provider's word for the account itself
      .where("subject", "!=", accountId)
      .execute();
  }

  const tellChanged = (tx: Database, { id, email, language }: Account, facts: Record<string, string> = {}) =>
    mails.order(tx, { template: "account-password-changed", accountId: id, to: email, language, facts });

  /** Secret addresses of calendars too: whoever had to recover the account may not be the only one who has them. */
  async function endFeeds(tx: Database, accountId: string): Promise<number> {
    const feeds = tx.deleteFrom("calendarFeed").where("siteId", "=", siteId).where("accountId", "=", accountId);
    return Number((await feeds.executeTakeFirst()).numDeletedRows);
  }

  /** A new password is a new beginning: what was guessed at the old one is forgotten, and from where it was used. */
  async function beginAnew(tx: Database, { id, email }: Account) {
    await proofs.endAll(tx, id);
    await pauses.forget(tx, email);
    await origins.forget(tx, id);
  }

  /** A password chosen by whoever reads the mail of the address. */
  async function choosePassword(secret: string, password: string, purpose: ProofPurpose, action: string) {
    const proof = await proofOf(secret, [purpose]);
    checkPassword(password, proof.email);
    const passwordHash = await inTurn(() => hashPassword(password));
    return records.change(proof.accountId, {
      action,
      actor: theirs(proof.accountId),
      set: (before) => {
        refuseBlocked(before);
        if (before.email !== proof.email) throw invalid();
        return { passwordHash, passwordExpired: false, ...verified(before) };
      },
      ends: true,
      also: async (tx, before, after) => {
        await proofs.spend(tx, secret, [purpose]);
        await beginAnew(tx, after);
        const calendars = await endFeeds(tx, after.id);
        if (!before.emailVerified) await discardWaysIn(tx, after.id);
        await tellChanged(tx, after, calendars > 0 ? { calendars: String(calendars) } : {});
      },
    });
  }

  const verify = (id: string, actor: Actor, email?: string, also?: (tx: Database) => Promise<unknown>) =>
    records.change(id, {
      action: "account.verifyEmail",
      actor,
      set: (before) => {
        refuseBlocked(before);
        if (email !== undefined && before.email !== email) throw invalid();
        return verified(before);
      },
      also: async (tx) => {
        await also?.(tx);
      },
    });

  /**
   * Verifies the address by a mailed code. A try counts whatever else comes of it. `claims`: who brings the code comes in by
   * another way than what was set before, so that if nobody had verified the address yet, all of that is gone. `also`
   * belongs to the same transaction. Errors: PROOF_INVALID, BLOCKED.
   */
  async function useCode(
    id: string,
    code: string,
    { claims = false, also }: { claims?: boolean; also?: (tx: Database) => Promise<void> } = {},
  ): Promise<Account> {
    const proof = await proofs.tryCode(db, id, code);
    if (!proof) throw invalid();
    return claims ? claim(id, theirs(id), proof.email, also) : verify(id, theirs(id), proof.email, also);
  }

  const claim = (id: string, actor: Actor, email?: string, more?: (tx: Database) => Promise<void>) =>
    records.change(id, {
      action: "account.claimEmail",
      actor,
      set: (before) => {
        refuseBlocked(before);
        if (email !== undefined && before.email !== email) throw invalid();
        return before.emailVerified ? {} : { passwordHash: null, passwordExpired: false, ...verified(before) };
      },
      also: async (tx, before) => {
        if (!before.emailVerified) {
          await endStays(tx, { siteId, accountId: id, at: now() });
          await proofs.endAll(tx, id);
          await discardWaysIn(tx, id);
        }
        await more?.(tx);
      },
    });

  /** Seconds until this network may have another mail sent; 0 = it counts as sent. */
  const takeOfNetwork = async (network: string | undefined) =>
    network ? limits.take("mail of a network", network, networkMails) : 0;

  /** Mails a link or a code that verifies a person's address; gives the proof's id. Errors: TOO_MANY_MAILS, ACCOUNT_NOT_FOUND. */
  async function startVerification(
    id: string,
    { by, network, ...going }: Asking & { by: "link" | "code" },
  ): Promise<string> {
    const { email, language } = await existing(id);
    const seconds = await takeOfNetwork(network);
    if (seconds > 0) throw tooManyMails(seconds);
    const purpose = by === "link" ? "VERIFY_LINK" : "VERIFY_CODE";
    const wish = { accountId: id, purpose, email, language, ...given(going) } as const;
    return retrying(() => db.transaction().execute((tx) => proofs.openProof(tx, wish)));
  }

  return {
    /**
     * Mails the link by which a forgotten password is replaced. Whether there is such a person, how many mails they had
     * already, whether they are blocked: the answer is the same, after the same statements.
     */
    async requestPasswordReset(text: string, { returnTo, language, network }: Asking = {}): Promise<void> {
      const email = normalEmail(text);
      if (!isStorable(email) || (await takeOfNetwork(network)) > 0) return;
      await retrying(() =>
        db.transaction().execute(async (tx) => {
          const seconds = await proofs.takeMail(tx, "RESET_PASSWORD", email);
          const row = await records.rowByEmail(email, tx);
          if (seconds > 0) return;
          if (!row || row.status === "BLOCKED" || row.status === "DELETED") return proofs.pretend(tx);
          const wish = { accountId: row.id, purpose: "RESET_PASSWORD", email, returnTo } as const;
          await proofs.openUncounted(tx, { ...wish, language: language ?? row.language });
        }),
      );
    },

    /**
     * Somebody wanted to register an address that has an account: its holder hears of it, or, while the address is not
     * verified yet, gets the link once more. Whoever asked learns nothing by it. Errors: TOO_MANY_MAILS.
     */
    async remindHolder(text: string, { returnTo, network }: Asking = {}): Promise<void> {
      const email = normalEmail(text);
      const waiting = await takeOfNetwork(network);
      if (waiting > 0) throw tooManyMails(waiting);
      await retrying(() =>
        db.transaction().execute(async (tx) => {
          const row = await records.rowByEmail(email, tx);
          if (!row || row.status === "BLOCKED" || row.status === "DELETED") return;
          const { id: accountId, language } = row;
          if (row.statusReasons.includes(needsVerification)) {
            await proofs.openProof(tx, { accountId, purpose: "VERIFY_LINK", email, language, returnTo });
            return;
          }
          const seconds = await limits.takeAll("mail EXISTS", email, mailLimits, tx);
          if (seconds > 0) throw tooManyMails(seconds);
          await mails.order(tx, { template: "account-exists", accountId, to: email, language });
        }),
      );
    },

    /**
     * A new password by a mailed link. It proves the address as well, ends every stay, and if nobody had proved the
     * address before, every other way in. Errors: PROOF_INVALID, PASSWORD_…, BLOCKED.
     */
    resetPassword: (secret: string, password: string) =>
      choosePassword(secret, password, "RESET_PASSWORD", "account.resetPassword"),

    /** Mails a person the link by which they choose their first password. Errors: ACCOUNT_NOT_FOUND. */
    async sendActivation(id: string, going: Going = {}, actor: Actor = itself): Promise<string> {
      const { email, language } = await existing(id);
      return db.transaction().execute(async (tx) => {
        await records.note(tx, id, { actor, action: "account.sendActivation", after: { email } });
        return proofs.openUncounted(tx, { accountId: id, purpose: "ACTIVATE", email, language, ...given(going) });
      });
    },

    /** As `resetPassword`, by the link of `sendActivation`. */
    activate: (secret: string, password: string) => choosePassword(secret, password, "ACTIVATE", "account.activate"),

    /** A new password; ends every stay but the one of `keep`. Errors: PASSWORD_…, ACCOUNT_NOT_FOUND. */
    async setPassword(id: string, password: string, actor: Actor = itself, keep?: string): Promise<Account> {
      const { email } = await existing(id);
      checkPassword(password, email);
      const passwordHash = await inTurn(() => hashPassword(password));
      return records.change(id, {
        action: "account.setPassword",
        actor,
        set: () => ({ passwordHash, passwordExpired: false }),
        ends: { keep },
        also: async (tx, _, after) => {
          await beginAnew(tx, after);
          await tellChanged(tx, after);
        },
      });
    },

    startVerification,
    /** The link once more. */
    requestVerification: (id: string, asking: Asking = {}) => startVerification(id, { ...asking, by: "link" }),

    /** Errors: PROOF_INVALID, BLOCKED. */
    async verifyEmailByLink(secret: string): Promise<Account> {
      const { accountId, email } = await proofOf(secret, ["VERIFY_LINK"]);
      return verify(accountId, theirs(accountId), email, (tx) => proofs.spend(tx, secret, ["VERIFY_LINK"]));
    },

    useCode,
    verifyEmailByCode: useCode,

    /** On the house's word. */
    verifyEmail: (id: string, actor: Actor = itself) => verify(id, actor),

    /**
     * The address is its owner's on the word of somebody who is trusted with it. What was set before that, the password
     * among it, may be somebody else's and is gone. Errors: ACCOUNT_NOT_FOUND, BLOCKED.
     */
    claimEmail: (id: string, actor: Actor = itself): Promise<Account> => claim(id, actor),

    /** Mails a link to the new address. Errors: EMAIL_INVALID, EMAIL_TAKEN, TOO_MANY_MAILS, ACCOUNT_NOT_FOUND. */
    async changeEmail(id: string, text: string, going: Going = {}): Promise<string> {
      const email = checkedEmail(text);
      const { language } = await existing(id);
      // Counted for the person first, so that nobody tries out whose addresses are known.
      const seconds = await limits.takeAll("change e-mail", id, mailLimits);
      if (seconds > 0) throw tooManyMails(seconds);
      if (await records.rowByEmail(email)) throw taken(email);
      const wish = { accountId: id, purpose: "CHANGE_EMAIL", email, language, ...given(going) } as const;
      return retrying(() => db.transaction().execute((tx) => proofs.openProof(tx, wish)));
    },

    /** The new address becomes the person's, the old one is told. Errors: PROOF_INVALID, EMAIL_TAKEN, BLOCKED. */
    async confirmEmailChange(secret: string): Promise<Account> {
      const { accountId, email } = await proofOf(secret, ["CHANGE_EMAIL"]);
      const confirmed = records.change(accountId, {
        action: "account.changeEmail",
        actor: theirs(accountId),
        set: (before) => {
          refuseBlocked(before);
          return { email, ...verified(before) };
        },
        also: async (tx, before, after) => {
          await proofs.spend(tx, secret, ["CHANGE_EMAIL"]);
          // Links that were mailed to the old address are good no more.
          await proofs.endAll(tx, accountId);
          const { email: to, language } = before;
          await mails.order(tx, {
            template: "account-email-changed",
            accountId,
            to,
            language,
            facts: { email: after.email },
          });
        },
      });
      return confirmed.catch((error: unknown) => {
        throw isTaken(error) ? taken(email) : error;
      });
    },
  };
}

const given = ({ returnTo, language }: Going) => ({ returnTo, ...(language !== undefined && { language }) });

const taken = (email: string) => new AccountRefusal("EMAIL_TAKEN", `${email} has an account.`);
const isTaken = (error: unknown) =>
  error instanceof Error && "constraint" in error && error.constraint === "account_email_is_used_once";
