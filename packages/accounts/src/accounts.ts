import { type Database, newId, type Schema } from "@uola/database";
import type { Selectable, Updateable } from "kysely";
import { isCommon } from "./common-passwords.ts";
import { checkedEmail, normalEmail } from "./email.ts";
import { createFactors } from "./factors.ts";
import { hashPassword, inTurn, isDated, lengthOf, passwordFits, passwordLength } from "./passwords.ts";
import { createPauses, defaultPauses, type Pauses } from "./pauses.ts";
import { AccountRefusal } from "./refusals.ts";
import { createStays, endStays } from "./stays.ts";

type Row = Selectable<Schema["account"]>;

/** A person as everybody but this package sees them: no password, not even its hash. */
export type Account = Omit<Row, "siteId" | "passwordHash" | "role" | "status"> & {
  role: "member" | "trainer" | "owner";
  status: "PENDING" | "ACTIVE" | "DELETED" | "BLOCKED" | "OFFLINE";
};

export type NewAccount = {
  email: string;
  /** Without one, the person cannot sign in by password. */
  password?: string | undefined;
  role?: Account["role"];
  emailVerified?: boolean;
  firstName?: string | undefined;
  lastName?: string | undefined;
  language?: string | undefined;
};
export type Registration = Required<Pick<NewAccount, "email" | "password" | "firstName">> &
  Pick<NewAccount, "lastName" | "language"> & { network?: string | undefined };

/** Who makes a change, as the audit trail names it. */
export type Actor = { kind: string; id: string };

export type AccountOptions = {
  db: Database;
  siteId: string;
  /** Seals what has to be read again, such as the secret of a code app; kept outside of the database. */
  secret: string;
  now?: () => Date;
  pauses?: Pauses;
  /** Whether owner and trainers have to have a second factor; they do unless it is turned off. */
  secondFactorRequired?: boolean;
};
export type Accounts = ReturnType<typeof createAccounts>;

const itself: Actor = { kind: "system", id: "accounts" };
const isGone = (status: string) => status === "DELETED";

/** The people of a site and their credentials: the one place that knows a password. */
export function createAccounts({
  db,
  siteId,
  secret,
  now = () => new Date(),
  pauses: limits = defaultPauses,
  secondFactorRequired = true,
}: AccountOptions) {
  const pauses = createPauses(db, siteId, limits, now);

  const rows = () => db.selectFrom("account").selectAll().where("siteId", "=", siteId);
  const rowByEmail = (email: string) => rows().where("email", "=", email).executeTakeFirst();

  async function find(id: string): Promise<Account | undefined> {
    if (!isId(id)) return undefined;
    const row = await rows().where("id", "=", id).executeTakeFirst();
    return row && seen(row);
  }

  async function findByEmail(email: string): Promise<Account | undefined> {
    const row = await rowByEmail(normalEmail(email));
    return row && seen(row);
  }

  /** Adds a person on the house's word: owner, demo people, command line. Errors: EMAIL_INVALID, EMAIL_TAKEN, PASSWORD_…. */
  async function create(wish: NewAccount, actor: Actor = itself): Promise<Account> {
    const email = checkedEmail(wish.email);
    if (wish.password !== undefined) checkPassword(wish.password, email);
    const passwordHash = wish.password === undefined ? null : await inTurn(() => hashPassword(wish.password as string));
    const at = now();
    const row = {
      siteId,
      id: newId(),
      email,
      emailVerified: wish.emailVerified ?? false,
      passwordHash,
      firstName: name(wish.firstName),
      lastName: name(wish.lastName),
      language: wish.language ?? "lt",
      role: wish.role ?? "member",
      status: "ACTIVE",
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
      await record(tx, actor, "account.create", undefined, seen(made));
      return seen(made);
    });
  }

  /** A person adds themselves. Errors: as `create`, and PAUSED when a network tries address after address. */
  async function register({ network, ...wish }: Registration): Promise<Account> {
    const email = checkedEmail(wish.email);
    await refusePaused({ email, network });
    try {
      return await create({ ...wish, email }, { kind: "visitor", id: "registration" });
    } catch (error) {
      if (error instanceof AccountRefusal && error.code === "EMAIL_TAKEN")
        await pauses.countFailure({ email, network });
      throw error;
    }
  }

  /**
   * The account whose e-mail and password these are. An unknown person and a wrong password look and cost the same.
   * Errors: WRONG_CREDENTIALS, BLOCKED (only to who knows the password), PAUSED with the seconds to wait.
   */
  async function authenticate(given: {
    email: string;
    password: string;
    network?: string | undefined;
  }): Promise<Account> {
    const guesser = { email: normalEmail(given.email), network: given.network };
    const known = isStorable(guesser.email);
    const row = await inTurn(async () => {
      // Looked up in turn: guesses sent all at once must not slip past the pause that the first of them earn.
      await refusePaused(guesser);
      const found = known ? await rowByEmail(guesser.email) : undefined;
      const candidate = found && !isGone(found.status) ? found : undefined;
      const fits = await passwordFits(given.password, candidate?.passwordHash);
      return fits ? candidate : undefined;
    });
    if (!row) {
      await pauses.countFailure(guesser);
      throw new AccountRefusal("WRONG_CREDENTIALS", "E-mail and password do not belong together.");
    }
    await pauses.countSuccess(guesser);
    if (row.status === "BLOCKED") throw new AccountRefusal("BLOCKED", "The account is blocked.");
    if (row.passwordHash && isDated(row.passwordHash)) await rehash(row, given.password);
    return seen(row);
  }

  async function refusePaused(guesser: { email: string; network: string | undefined }) {
    const seconds = await pauses.secondsLeft(guesser);
    if (seconds > 0) throw new AccountRefusal("PAUSED", `Too many wrong guesses; wait ${seconds} s.`, seconds);
  }

  /** The same password under today's cost; nothing changed that anybody would ask about later. */
  async function rehash(row: Row, password: string) {
    const passwordHash = await inTurn(() => hashPassword(password));
    const { id, passwordHash: before } = row;
    const same = db.updateTable("account").set({ passwordHash }).where("siteId", "=", siteId).where("id", "=", id);
    await same.where("passwordHash", "=", before).execute();
  }

  /** Change one account and write it down. Errors: ACCOUNT_NOT_FOUND. */
  const change = (
    id: string,
    action: string,
    actor: Actor,
    set: Updateable<Schema["account"]>,
    ends: boolean | { keep: string | undefined } = false,
  ) =>
    db.transaction().execute(async (tx) => {
      const one = tx.selectFrom("account").selectAll().where("siteId", "=", siteId).where("id", "=", id).forUpdate();
      const before = isId(id) ? await one.executeTakeFirst() : undefined;
      if (!before) throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${id}.`);
      const after = await tx
        .updateTable("account")
        .set((eb) => ({ ...set, revision: eb("revision", "+", 1), updatedDate: now() }))
        .where("siteId", "=", siteId)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (ends) await endStays(tx, { siteId, accountId: id, at: now(), ...(ends !== true && ends) });
      await record(tx, actor, action, seen(before), seen(after));
      return seen(after);
    });

  const record = (tx: Database, actor: Actor, action: string, before: Account | undefined, after: Account) =>
    tx
      .insertInto("audit")
      .values({
        siteId,
        id: newId(),
        actor: JSON.stringify(actor),
        action,
        entity: "account",
        entityId: after.id,
        before: before ? JSON.stringify(before) : null,
        after: JSON.stringify(after),
        createdDate: now(),
      })
      .execute();

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

  const factors = createFactors({ db, siteId, secret, now, pauses, find, secondFactorRequired });
  const stays = createStays({ db, siteId, now });

  return {
    factors,
    stays,
    flawsOf,
    register,
    authenticate,
    find,
    findByEmail,
    create,

    /** A new password; ends every stay but the one of `keep`. Errors: PASSWORD_…, ACCOUNT_NOT_FOUND. */
    async setPassword(id: string, password: string, actor: Actor = itself, keep?: string): Promise<Account> {
      const account = await find(id);
      if (!account) throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${id}.`);
      checkPassword(password, account.email);
      const passwordHash = await inTurn(() => hashPassword(password));
      return change(id, "account.setPassword", actor, { passwordHash }, { keep });
    },

    verifyEmail: (id: string, actor: Actor = itself) =>
      change(id, "account.verifyEmail", actor, { emailVerified: true }),

    setRole: (id: string, role: Account["role"], actor: Actor = itself) =>
      change(id, "account.setRole", actor, { role }),

    /** Blocked people cannot sign in and are out everywhere at once. */
    block: (id: string, actor: Actor = itself, reasons: string[] = []) =>
      change(id, "account.block", actor, { status: "BLOCKED", statusReasons: reasons }, true),

    unblock: (id: string, actor: Actor = itself) =>
      change(id, "account.unblock", actor, { status: "ACTIVE", statusReasons: [] }),

    signOutEverywhere: (id: string, actor: Actor = itself) => change(id, "account.signOutEverywhere", actor, {}, true),

    /** Forgets old wrong guesses. */
    sweep: pauses.sweep,
  };
}

/** Errors: PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_TOO_COMMON. */
function checkPassword(password: string, email: string) {
  const { min, max } = passwordLength;
  const length = lengthOf(password);
  if (length < min) throw new AccountRefusal("PASSWORD_TOO_SHORT", `A password has at least ${min} characters.`);
  if (length > max) throw new AccountRefusal("PASSWORD_TOO_LONG", `A password has at most ${max} characters.`);
  if (isCommon(password, email)) throw new AccountRefusal("PASSWORD_TOO_COMMON", "This password is easily guessed.");
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
// PostgreSQL keeps no NUL in text
const isStorable = (text: string) => !text.includes("\0");

/** A name as it is kept: one line, no control characters, at most a hundred characters. */
function name(text: string | undefined): string | null {
  const line = (text ?? "").normalize("NFC").replace(/[\p{Cc}\p{Cf}\s]+/gu, " ");
  return [...line.trim()].slice(0, 100).join("") || null;
}

const seen = ({ siteId: _, passwordHash: __, ...rest }: Row): Account => rest as Account;
