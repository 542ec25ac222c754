import { type Database, json, newId } from "@uola/database";
import { type Account, type Actor, itself, nameOf, needsApproval, needsVerification, seen } from "./account.ts";
import { checkedEmail, normalEmail } from "./email.ts";
import type { Limit, Limiter } from "./rate-limits.ts";
import type { Mails } from "./account-mails.ts";
import { checkPassword, hashPassword, inTurn } from "./passwords.ts";
import type { createPauses } from "./lockout.ts";
import { storable } from "./profile.ts";
import type { Proofs } from "./email-verification.ts";
import type { Ground, Records } from "./account-store.ts";
import { AccountRefusal } from "./refusals.ts";

export type NewAccount = {
  email: string;
  /** Without one, the person cannot sign in by password. */
  password?: string | undefined;
  role?: Account["role"];
  /** On the word of whoever vouches for the address. */
  emailVerified?: boolean;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  language?: string | null | undefined;
  profile?: Record<string, unknown> | undefined;
};
export type Registration = Omit<NewAccount, "role"> & {
  network?: string | undefined;
  /** The address has to be verified whatever the rules say. */
  mustVerify?: boolean;
  /** How the address is to be verified; nothing is mailed unless told. */
  verifyBy?: "link" | "code" | "none";
  /** Where a mailed link leads on to. */
  returnTo?: string | undefined;
};

/** What new people have to wait for. */
export type SignUpRules = { emailVerification: boolean; ownerApproval: boolean };
const rulesName = "sign_up_rules";
const noRules: SignUpRules = { emailVerification: false, ownerApproval: false };

type Options = Ground & {
  records: Records;
  proofs: Proofs;
  mails: Mails;
  limits: Limiter;
  registrations: Limit;
  pauses: ReturnType<typeof createPauses>;
};

/** How people come to be here. */
export function createSignUp({ db, siteId, now, records, proofs, mails, limits, registrations, pauses }: Options) {
  async function signUpRules(tx: Database = db): Promise<SignUpRules> {
    const setting = tx.selectFrom("setting").select("value").where("siteId", "=", siteId).where("name", "=", rulesName);
    const row = await setting.executeTakeFirst();
    return { ...noRules, ...(row?.value as Partial<SignUpRules> | undefined) };
  }

  type Wish = NewAccount & { reasons: string[]; also?: (tx: Database, made: Account) => Promise<unknown> };

  async function add({ reasons, also, ...wish }: Wish, actor: Actor): Promise<Account> {
    const { password } = wish;
    const email = checkedEmail(wish.email);
    if (password !== undefined) checkPassword(password, email);
    const passwordHash = password === undefined ? null : await inTurn(() => hashPassword(password));
    const at = now();
    const row = {
      siteId,
      id: newId(),
      email,
      emailVerified: wish.emailVerified ?? false,
      passwordHash,
      firstName: nameOf(wish.firstName),
      lastName: nameOf(wish.lastName),
      language: nameOf(wish.language) ?? "lt",
      profile: json(storable(wish.profile ?? {})),
      role: wish.role ?? "member",
      status: reasons.length > 0 ? "PENDING" : "ACTIVE",
      statusReasons: reasons,
      createdDate: at,
      updatedDate: at,
    };
    return db.transaction().execute(async (tx) => {
      const made = await tx
        .insertInto("account")
        .values(row)
        .onConflict((conflict) => conflict.columns(["siteId", "email"]).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!made) throw new AccountRefusal("EMAIL_TAKEN", `${email} has an account.`);
      await records.note(tx, made.id, { actor, action: "account.create", after: seen(made) });
      await also?.(tx, seen(made));
      return seen(made);
    });
  }

  /** What this person has to wait for. */
  async function reasonsFor({ emailVerified = false, mustVerify = false }: Registration): Promise<string[]> {
    const { emailVerification, ownerApproval } = await signUpRules();
    return [
      ...((emailVerification || mustVerify) && !emailVerified ? [needsVerification] : []),
      ...(ownerApproval ? [needsApproval] : []),
    ];
  }

  /** To each owner, when there is somebody to approve. */
  async function tellOwners(tx: Database, { id, email, firstName, lastName, statusReasons }: Account) {
    if (!statusReasons.includes(needsApproval)) return;
    const owners = records.rows(tx).where("role", "=", "owner").where("status", "=", "ACTIVE").orderBy("id");
    const name = [firstName, lastName].filter(Boolean).join(" ");
    for (const owner of await owners.execute()) {
      const facts = { memberId: id, email, ...(name && { name }) };
      const to = { accountId: owner.id, to: owner.email, language: owner.language };
      await mails.order(tx, { template: "account-waiting", ...to, facts });
    }
  }

  /** Everything wrong with a registration that can be told without looking anybody up. */
  function flawsOf({ email, password }: { email: string; password: string }): AccountRefusal[] {
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
    flawsOf,
    signUpRules,

    /** Adds a person on the house's word: owner, demo people, command line. Errors: EMAIL_INVALID, EMAIL_TAKEN, PASSWORD_…. */
    create: (wish: NewAccount, actor: Actor = itself): Promise<Account> => add({ ...wish, reasons: [] }, actor),

    /**
     * A person adds themselves, and waits for what the sign-up rules ask. Errors: as `create`, TOO_MANY_REGISTRATIONS from
     * one network, and PAUSED when it tries address after address.
     */
    async register({ network, verifyBy = "none", returnTo, ...wish }: Registration): Promise<Account> {
      const email = checkedEmail(wish.email);
      const guesser = { email, network };
      const paused = await pauses.secondsLeft(guesser);
      if (paused > 0) throw new AccountRefusal("PAUSED", `Too many wrong guesses; wait ${paused} s.`, paused);
      const full = network ? await limits.take("registration", network, registrations) : 0;
      if (full > 0) throw new AccountRefusal("TOO_MANY_REGISTRATIONS", `Too many registrations; wait ${full} s.`, full);

      const reasons = await reasonsFor(wish);
      const also = async (tx: Database, made: Account) => {
        const purpose = verifyBy === "link" ? "VERIFY_LINK" : "VERIFY_CODE";
        if (verifyBy !== "none" && !wish.emailVerified)
          await proofs.openProof(tx, { accountId: made.id, purpose, email, returnTo });
        await tellOwners(tx, made);
      };
      try {
        return await add({ ...wish, email, role: "member", reasons, also }, { kind: "visitor", id: "registration" });
      } catch (error) {
        if (error instanceof AccountRefusal && error.code === "EMAIL_TAKEN") await pauses.countFailure(guesser);
        throw error;
      }
    },

    /** For who registers from now on; who waits already goes on waiting. */
    setSignUpRules: (patch: Partial<SignUpRules>, actor: Actor = itself): Promise<SignUpRules> =>
      db.transaction().execute(async (tx) => {
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
        await records.note(tx, siteId, { actor, entity: "site", action: "site.setSignUpRules", before, after });
        return after;
      }),
  };
}
