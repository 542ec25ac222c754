import { type Database, json } from "@uola/database";
import { sql } from "kysely";
import { type Account, type Actor, itself, needsApproval, needsVerification, seen, without } from "./account.ts";
import type { Mails } from "./account-mails.ts";
import type { Origins } from "./familiar-origins.ts";
import type { createPauses } from "./lockout.ts";
import type { Proofs } from "./email-verification.ts";
import type { Ground, Records } from "./account-store.ts";
import { AccountRefusal } from "./refusals.ts";
import type { SignUpRules } from "./sign-up.ts";

type Options = Ground & {
  records: Records;
  proofs: Proofs;
  mails: Mails;
  pauses: ReturnType<typeof createPauses>;
  origins: Origins;
  signUpRules: (tx?: Database) => Promise<SignUpRules>;
};
export type AccountQuery = {
  status?: Account["status"] | undefined;
  role?: Account["role"] | undefined;
  /** Part of the address or the name. */
  text?: string | undefined;
  offset?: number;
  limit?: number;
};

/** What the house decides of people: approved, blocked, in what role, or gone. */
export function createStanding({ siteId, records, proofs, mails, pauses, origins, signUpRules }: Options) {
  const { change } = records;

  /** The owners who can act, held until the end of the transaction, so that two of them cannot step back at once. */
  async function keepAnOwner(tx: Database, id: string) {
    const owners = await records
      .rows(tx)
      .where("role", "=", "owner")
      .where("status", "=", "ACTIVE")
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    if (owners.length === 1 && owners[0]?.id === id)
      throw new AccountRefusal("LAST_OWNER", "Somebody has to stay owner.");
  }

  /** Everything personal, but what bookings and sales hold. */
  async function erase(tx: Database, id: string, email: string) {
    const tables = [
      "passkey",
      "authenticator",
      "recoveryCode",
      "emailProof",
      "externalIdentity",
      "organizationMember",
    ] as const;
    for (const table of tables)
      await tx
        .deleteFrom(table as "passkey")
        .where("siteId", "=", siteId)
        .where("accountId", "=", id)
        .execute();
    await tx
      .updateTable("memberSession")
      .set({ device: null, network: null })
      .where("siteId", "=", siteId)
      .where("accountId", "=", id)
      .execute();
    // What the team wrote down about them, as a guest with that address, too.
    const guest = sql<string>`guest_id(${siteId}::uuid, ${`e ${email}`})`;
    await tx
      .deleteFrom("personNote")
      .where("siteId", "=", siteId)
      .where((eb) => eb.or([eb("personId", "=", id), eb("personId", "=", guest)]))
      .execute();
    await pauses.forget(tx, email);
    await origins.forget(tx, id);
    await mails.takeBack(tx, id);
    await tx
      .deleteFrom("mail")
      .where("siteId", "=", siteId)
      .where("recipient", "=", email)
      .where("template", "like", "account-%")
      .execute();
    // What happened and when stays; who it was does not.
    const personal = sql`array['email', 'firstName', 'lastName', 'profile', 'network', 'device', 'name']`;
    await sql`update audit set before = before - ${personal}, after = after - ${personal}
      where site_id = ${siteId} and entity = 'account' and entity_id = ${id}`.execute(tx);
  }

  return {
    /** A member who waits for approval is let in, and told. */
    approve: (id: string, actor: Actor = itself): Promise<Account> =>
      change(id, {
        action: "account.approve",
        actor,
        set: (before) => (before.statusReasons.includes(needsApproval) ? without(needsApproval, before) : undefined),
        also: (tx, _, { email: to, language }) =>
          mails.order(tx, { template: "account-approved", accountId: id, to, language }),
      }),

    /** Blocked people cannot sign in and are out everywhere at once. Errors: LAST_OWNER, ACCOUNT_NOT_FOUND. */
    block: (id: string, actor: Actor = itself, reasons: string[] = []): Promise<Account> =>
      change(id, {
        action: "account.block",
        actor,
        first: (tx) => keepAnOwner(tx, id),
        set: () => ({ status: "BLOCKED", statusReasons: reasons }),
        ends: true,
      }),

    /** Who was blocked comes in again, but still verifies an address where the rules ask for it. */
    async unblock(id: string, actor: Actor = itself): Promise<Account> {
      const { emailVerification } = await signUpRules();
      return change(id, {
        action: "account.unblock",
        actor,
        set: ({ status, emailVerified }) => {
          if (status !== "BLOCKED") return undefined;
          const waits = emailVerification && !emailVerified;
          return { status: waits ? "PENDING" : "ACTIVE", statusReasons: waits ? [needsVerification] : [] };
        },
      });
    },

    /** Errors: LAST_OWNER, ACCOUNT_NOT_FOUND. */
    setRole: (id: string, role: Account["role"], actor: Actor = itself): Promise<Account> =>
      change(id, {
        action: "account.setRole",
        actor,
        first: async (tx) => {
          if (role !== "owner") await keepAnOwner(tx, id);
        },
        set: (before) => (before.role === role ? undefined : { role }),
      }),

    /** The present password is good no more: stays end, and a link to choose another is mailed. */
    requireNewPassword: (id: string, actor: Actor = itself): Promise<Account> =>
      change(id, {
        action: "account.requireNewPassword",
        actor,
        set: () => ({ passwordExpired: true }),
        ends: true,
        also: async (tx, _, { email, language }) => {
          await proofs.openUncounted(tx, { accountId: id, purpose: "RESET_PASSWORD", email, language });
        },
      }),

    signOutEverywhere: (id: string, actor: Actor = itself): Promise<Account> =>
      change(id, { action: "account.signOutEverywhere", actor, set: () => ({}), ends: true }),

    /** The person is gone: everything personal is erased, the address is free. Errors: LAST_OWNER, ACCOUNT_NOT_FOUND. */
    remove: (id: string, actor: Actor = itself): Promise<Account> =>
      change(id, {
        action: "account.remove",
        actor,
        first: (tx) => keepAnOwner(tx, id),
        set: () => ({
          email: `${id}@deleted.invalid`,
          emailVerified: false,
          passwordHash: null,
          passwordExpired: false,
          firstName: null,
          lastName: null,
          profile: json({}),
          role: "member",
          status: "DELETED",
          statusReasons: [],
        }),
        ends: true,
        also: (tx, { email }) => erase(tx, id, email),
      }),

    /** The newest first; the deleted only when asked for. */
    async list({
      status,
      role,
      text,
      offset = 0,
      limit = 50,
    }: AccountQuery = {}): Promise<{ accounts: Account[]; total: number }> {
      // With a collation that knows all letters: the database's own folds A to Z only.
      const part = `%${(text ?? "").replaceAll("\0", "").replace(/[\\%_]/g, "\\$&")}%`;
      const found = records
        .rows()
        .where("status", status ? "=" : "!=", status ?? "DELETED")
        .$if(role !== undefined, (query) => query.where("role", "=", role as string))
        .$if(Boolean(text), (query) =>
          query.where(
            sql<boolean>`(email || ' ' || concat_ws(' ', first_name, last_name)) collate "und-x-icu" ilike ${part}`,
          ),
        );
      const [rows, { total }] = await Promise.all([
        found.orderBy("createdDate", "desc").orderBy("id", "desc").offset(offset).limit(limit).execute(),
        found
          .clearSelect()
          .select((eb) => eb.fn.countAll<number>().as("total"))
          .executeTakeFirstOrThrow(),
      ]);
      return { accounts: rows.map(seen), total: Number(total) };
    },
  };
}
