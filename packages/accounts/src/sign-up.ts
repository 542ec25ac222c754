import { type Database, json, newId, transact } from "@uola/database";
import {
  type Account,
  type Actor,
  nameOf,
  needsApproval,
  needsVerification,
  publicAccount,
  systemActor,
} from "./account.ts";
import type { Mails } from "./account-mails.ts";
import type { AccountStore, AccountsDeps } from "./account-store.ts";
import { checkedEmail, normalEmail } from "./email.ts";
import type { EmailVerifications } from "./email-verification.ts";
import { fullName } from "./full-name.ts";
import type { createLockout } from "./lockout.ts";
import { checkPassword, hashPassword, runLimited } from "./passwords.ts";
import { toStorableProfile } from "./profile.ts";
import type { Limit, Limiter } from "./rate-limits.ts";
import { AccountRefusal } from "./refusals.ts";

export type NewAccount = {
  email: string;
  /** Without a password, the person cannot sign in with one. */
  password?: string | undefined;
  role?: Account["role"];
  /** Whether a trusted party has already verified the email address. */
  emailVerified?: boolean;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  language?: string | null | undefined;
  profile?: Record<string, unknown> | undefined;
};
export type Registration = Omit<NewAccount, "role"> & {
  network?: string | undefined;
  /** Whether the email address must be verified even if the sign-up rules do not require it. */
  mustVerify?: boolean;
  /** How to verify the email address. Default: no mail. */
  verifyBy?: "link" | "code" | "none";
  /** The page that a mailed link redirects to afterwards. */
  returnTo?: string | undefined;
};

/** The conditions that new accounts must meet before they become active. */
export type SignUpRules = { emailVerification: boolean; ownerApproval: boolean };
const rulesName = "sign_up_rules";
const noRules: SignUpRules = { emailVerification: false, ownerApproval: false };

type Options = AccountsDeps & {
  store: AccountStore;
  verifications: EmailVerifications;
  mails: Mails;
  limits: Limiter;
  registrations: Limit;
  lockout: ReturnType<typeof createLockout>;
};

/** Creates the functions that register accounts. */
export function createSignUp({
  db,
  siteId,
  now,
  store,
  verifications,
  mails,
  limits,
  registrations,
  lockout,
}: Options) {
  async function signUpRules(tx: Database = db): Promise<SignUpRules> {
    const setting = tx.selectFrom("setting").select("value").where("siteId", "=", siteId).where("name", "=", rulesName);
    const row = await setting.executeTakeFirst();
    return { ...noRules, ...(row?.value as Partial<SignUpRules> | undefined) };
  }

  type AddInput = NewAccount & { reasons: string[]; also?: (tx: Database, made: Account) => Promise<unknown> };

  async function add({ reasons, also, ...input }: AddInput, actor: Actor): Promise<Account> {
    const { password } = input;
    const email = checkedEmail(input.email);
    if (password !== undefined) checkPassword(password, email);
    const passwordHash = password === undefined ? null : await runLimited(() => hashPassword(password));
    const at = now();
    const row = {
      siteId,
      id: newId(),
      email,
      emailVerified: input.emailVerified ?? false,
      passwordHash,
      firstName: nameOf(input.firstName),
      lastName: nameOf(input.lastName),
      language: nameOf(input.language) ?? "lt",
      profile: json(toStorableProfile(input.profile ?? {})),
      role: input.role ?? "member",
      status: reasons.length > 0 ? "PENDING" : "ACTIVE",
      statusReasons: reasons,
      createdDate: at,
      updatedDate: at,
    } as const;
    return transact({ db }, async (tx) => {
      const made = await tx
        .insertInto("account")
        .values(row)
        .onConflict((conflict) => conflict.columns(["siteId", "email"]).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!made) throw new AccountRefusal("EMAIL_TAKEN", `${email} has an account.`);
      await store.recordAudit(tx, made.id, { actor, action: "account.create", after: publicAccount(made) });
      await also?.(tx, publicAccount(made));
      return publicAccount(made);
    });
  }

  /** Returns the reasons why this account starts as pending. */
  async function reasonsFor({ emailVerified = false, mustVerify = false }: Registration): Promise<string[]> {
    const { emailVerification, ownerApproval } = await signUpRules();
    return [
      ...((emailVerification || mustVerify) && !emailVerified ? [needsVerification] : []),
      ...(ownerApproval ? [needsApproval] : []),
    ];
  }

  /** Mails every owner when an account needs approval. */
  async function notifyOwners(tx: Database, { id, email, firstName, lastName, statusReasons }: Account) {
    if (!statusReasons.includes(needsApproval)) return;
    const owners = store.rows(tx).where("role", "=", "owner").where("status", "=", "ACTIVE").orderBy("id");
    const name = fullName({ firstName, lastName });
    for (const owner of await owners.execute()) {
      const facts = { memberId: id, email, ...(name && { name }) };
      const to = { accountId: owner.id, to: owner.email, language: owner.language };
      await mails.enqueue(tx, { template: "account-waiting", ...to, facts });
    }
  }

  /**
   * Returns all problems with an e-mail address and password that can be found without a database
   * query.
   */
  function credentialRefusals({ email, password }: { email: string; password: string }): AccountRefusal[] {
    return [() => checkedEmail(email), () => checkPassword(password, normalEmail(email))].flatMap((check) => {
      try {
        check();
        return [];
      } catch (error) {
        if (error instanceof AccountRefusal) return [error];
        throw error;
      }
    });
  }

  return {
    credentialRefusals,
    signUpRules,

    /**
     * Creates an immediately active account: for owners, demo data and the command line. Errors:
     * EMAIL_INVALID, EMAIL_TAKEN, PASSWORD_….
     */
    create: (input: NewAccount, actor: Actor = systemActor): Promise<Account> => add({ ...input, reasons: [] }, actor),

    /**
     * Registers a person's own account, which stays pending until the sign-up rules are met.
     * Errors: as for `create`; TOO_MANY_REGISTRATIONS for too many from one network; PAUSED after
     * repeated attempts with different addresses.
     */
    async register({ network, verifyBy = "none", returnTo, ...input }: Registration): Promise<Account> {
      const email = checkedEmail(input.email);
      const attempt = { email, network };
      const seconds = await lockout.secondsLeft(attempt);
      if (seconds > 0) throw new AccountRefusal("PAUSED", `Too many wrong guesses; wait ${seconds} s.`, seconds);
      const waitSeconds = network ? await limits.take("registration", network, registrations) : 0;
      if (waitSeconds > 0)
        throw new AccountRefusal(
          "TOO_MANY_REGISTRATIONS",
          `Too many registrations; wait ${waitSeconds} s.`,
          waitSeconds,
        );

      const reasons = await reasonsFor(input);
      const also = async (tx: Database, made: Account) => {
        const purpose = verifyBy === "link" ? "VERIFY_LINK" : "VERIFY_CODE";
        if (verifyBy !== "none" && !input.emailVerified)
          await verifications.openVerification(tx, { accountId: made.id, purpose, email, returnTo });
        await notifyOwners(tx, made);
      };
      try {
        return await add({ ...input, email, role: "member", reasons, also }, { kind: "visitor", id: "registration" });
      } catch (error) {
        if (error instanceof AccountRefusal && error.code === "EMAIL_TAKEN") await lockout.countFailure(attempt);
        throw error;
      }
    },

    /** Applies to new accounts. Accounts that are already pending stay pending. */
    setSignUpRules: (patch: Partial<SignUpRules>, actor: Actor = systemActor): Promise<SignUpRules> =>
      transact({ db }, async (tx) => {
        const before = await signUpRules(tx);
        const after = {
          emailVerification: patch.emailVerification ?? before.emailVerification,
          ownerApproval: patch.ownerApproval ?? before.ownerApproval,
        };
        const value = { value: json(after), updatedDate: now() };
        await tx
          .insertInto("setting")
          .values({ siteId, name: rulesName, ...value })
          .onConflict((conflict) => conflict.columns(["siteId", "name"]).doUpdateSet(value))
          .execute();
        await store.recordAudit(tx, siteId, { actor, entity: "site", action: "site.setSignUpRules", before, after });
        return after;
      }),
  };
}
