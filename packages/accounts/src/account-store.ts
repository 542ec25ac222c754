import { type Database, json, newId, retrying, type Schema } from "@uola/database";
import type { Updateable } from "kysely";
import { type Account, type Actor, isId, isStorable, type Row, seen } from "./account.ts";
import { normalEmail } from "./email.ts";
import { AccountRefusal } from "./refusals.ts";
import { endStays } from "./sessions.ts";

export type Ground = { db: Database; siteId: string; now: () => Date };

type Change = {
  action: string;
  actor: Actor;
  /** What becomes of the account; nothing given = it is so already, and nothing is written. */
  set: (before: Row, tx: Database) => Updateable<Schema["account"]> | undefined;
  /** What has to hold first; locks that come before the account's own. */
  first?: (tx: Database) => Promise<void>;
  /** Ends every stay, but the one to `keep`. */
  ends?: boolean | { keep: string | undefined };
  /** What else belongs to the change. */
  also?: (tx: Database, before: Account, after: Account) => Promise<void>;
};

export type Records = ReturnType<typeof createRecords>;

/** The rows of people: read, and changed one at a time, each change in one transaction with its line in the audit trail. */
export function createRecords({ db, siteId, now }: Ground) {
  const rows = (tx: Database = db) => tx.selectFrom("account").selectAll().where("siteId", "=", siteId);

  async function find(id: string): Promise<Account | undefined> {
    if (!isId(id)) return undefined;
    const row = await rows().where("id", "=", id).executeTakeFirst();
    return row && seen(row);
  }

  const rowByEmail = (email: string, tx?: Database) => rows(tx).where("email", "=", email).executeTakeFirst();

  async function findByEmail(text: string): Promise<Account | undefined> {
    const email = normalEmail(text);
    const row = isStorable(email) ? await rowByEmail(email) : undefined;
    return row && seen(row);
  }

  async function note(
    tx: Database,
    entityId: string,
    line: { actor: Actor; action: string; entity?: string; before?: object; after: object },
  ) {
    const { actor, action, entity = "account", before, after } = line;
    const row = { siteId, id: newId(), actor: json(actor), action, entity, entityId, createdDate: now() };
    await tx
      .insertInto("audit")
      .values({ ...row, before: before ? json(before) : null, after: json(after) })
      .execute();
  }

  /** Errors: ACCOUNT_NOT_FOUND, for the deleted too. */
  const change = (id: string, { action, actor, set, first, ends = false, also }: Change): Promise<Account> =>
    retrying(() =>
      db.transaction().execute(async (tx) => {
        await first?.(tx);
        const before = isId(id) ? await rows(tx).where("id", "=", id).forNoKeyUpdate().executeTakeFirst() : undefined;
        if (!before || before.status === "DELETED") throw new AccountRefusal("ACCOUNT_NOT_FOUND", `No account ${id}.`);
        const values = set(before, tx);
        if (!values) return seen(before);
        const after = await tx
          .updateTable("account")
          .set((eb) => ({ ...values, revision: eb("revision", "+", 1), updatedDate: now() }))
          .where("siteId", "=", siteId)
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (ends) await endStays(tx, { siteId, accountId: id, at: now(), ...(ends !== true && ends) });
        await note(tx, id, { actor, action, before: seen(before), after: seen(after) });
        await also?.(tx, seen(before), seen(after));
        return seen(after);
      }),
    );

  return { rows, find, findByEmail, rowByEmail, note, change };
}
