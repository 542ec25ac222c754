import { type Database, insertAuditEntry, isId, type Schema, transact } from "@uola/database";
import type { Updateable } from "kysely";
import { type Account, type Actor, isStorable, publicAccount, type Row } from "./account.ts";
import { normalEmail } from "./email.ts";
import { AccountRefusal } from "./refusals.ts";
import { endSessions } from "./sessions.ts";

export type AccountsDeps = { db: Database; siteId: string; now: () => Date };

type Change = {
  action: string;
  actor: Actor;
  /**
   * The columns to change. `undefined` means that the account is already in this state and nothing
   * is written.
   */
  set: (before: Row, tx: Database) => Updateable<Schema["account"]> | undefined;
  /** Checks and locks that must run before the account row is locked. */
  first?: (tx: Database) => Promise<void>;
  /** Whether to end every session, except the one in `keep`. */
  ends?: boolean | { keep: string | undefined };
  /** Extra writes to run in the same transaction. */
  also?: (tx: Database, before: Account, after: Account) => Promise<void>;
};

export type AccountStore = ReturnType<typeof createAccountStore>;

/** Reads and changes account rows. Each change is one transaction with its audit entry. */
export function createAccountStore({ db, siteId, now }: AccountsDeps) {
  const rows = (tx: Database = db) => tx.selectFrom("account").selectAll().where("siteId", "=", siteId);

  async function find(id: string): Promise<Account | undefined> {
    if (!isId(id)) return undefined;
    const row = await rows().where("id", "=", id).executeTakeFirst();
    return row && publicAccount(row);
  }

  const rowByEmail = (email: string, tx?: Database) => rows(tx).where("email", "=", email).executeTakeFirst();

  async function findByEmail(text: string): Promise<Account | undefined> {
    const email = normalEmail(text);
    const row = isStorable(email) ? await rowByEmail(email) : undefined;
    return row && publicAccount(row);
  }

  async function recordAudit(
    tx: Database,
    entityId: string,
    line: { actor: Actor; action: string; entity?: string; before?: object; after: object },
  ) {
    await insertAuditEntry(tx, { siteId, entity: "account", entityId, at: now(), ...line });
  }

  /** Errors: ACCOUNT_NOT_FOUND, also for deleted accounts. */
  const change = (id: string, { action, actor, set, first, ends = false, also }: Change): Promise<Account> =>
    transact({ db }, async (tx) => {
      await first?.(tx);
      const before = isId(id) ? await rows(tx).where("id", "=", id).forNoKeyUpdate().executeTakeFirst() : undefined;
      if (!before || before.status === "DELETED") throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${id}.`);
      const values = set(before, tx);
      if (!values) return publicAccount(before);
      const after = await tx
        .updateTable("account")
        .set((eb) => ({ ...values, revision: eb("revision", "+", 1), updatedDate: now() }))
        .where("siteId", "=", siteId)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (ends) await endSessions(tx, { siteId, accountId: id, at: now(), ...(ends !== true && ends) });
      await recordAudit(tx, id, { actor, action, before: publicAccount(before), after: publicAccount(after) });
      await also?.(tx, publicAccount(before), publicAccount(after));
      return publicAccount(after);
    });

  return { rows, find, findByEmail, rowByEmail, recordAudit, change };
}
