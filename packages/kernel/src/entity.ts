import { required } from "@uola/contract/required";
import { type Database, newId, type Schema } from "@uola/database";
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from "kysely";
import type { Topic } from "./changes.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { type Actor, type AuditedChange, recordChange } from "./record-change.ts";
import { refuseStaleRevision } from "./revisions.ts";
import { transact } from "./transact.ts";

/** Tables whose rows have an id within a site and a revision counter. */
type EntityTable = {
  [Table in keyof Schema]: Schema[Table] extends { siteId: string; id: string; revision: unknown } ? Table : never;
}[keyof Schema];
type Row<Table extends EntityTable> = Selectable<Schema[Table]>;
/**
 * Columns that the caller may write, without those that are set here. An undefined column keeps its
 * value, or gets its default on insert.
 */
type Writable<Columns, Own = Omit<Columns, "siteId" | "id" | "revision" | "createdDate" | "updatedDate">> = {
  [Name in keyof Own]: Partial<Pick<Own, Name>> extends Pick<Own, Name> ? Own[Name] | undefined : Own[Name];
};
type Inserted<Table extends EntityTable> = Writable<Insertable<Schema[Table]>> & { id?: string };
type Updated<Table extends EntityTable> = Writable<Updateable<Schema[Table]>>;

export type EntityDefinition<Table extends EntityTable, Wire> = {
  table: Table;
  /**
   * Audit entries contain the entity (`booking_form`), and their actions start with the subject
   * (`form.update`).
   */
  audit: { entity: string; subject: string };
  notFound: { code: string; name: string };
  /** The maximum number of rows per site. */
  limit?: { max: number; code: string; names: string };
  /** The topics published after each change. */
  publish: readonly Topic[];
  /**
   * Prevents concurrent changes even to different rows, because the rows depend on each other: for
   * example, exactly one of them is the default.
   */
  oneAtATime?: true;
  /** Set if the table has no created and updated dates. */
  undated?: true;
  /**
   * Soft-deletes rows, because others refer to them: a removed row gets a `removedDate` and is no
   * longer found.
   */
  keepsRemoved?: true;
  order: readonly `${keyof Row<Table> & string}${"" | " desc"}`[];
  /** Converts rows to the representation for the viewer. */
  toWire(rows: Row<Table>[], db: Database, viewer: Actor): Wire[] | Promise<Wire[]>;
};

/**
 * Kysely cannot type-check a statement whose table is a type parameter, so these are the columns
 * used here.
 */
type AnyRow = { siteId: string; id: string; revision: number; updatedDate: Date; removedDate: Date | null };

/**
 * Creates the operations of a simple entity that the owner edits: a row with a revision. The caller
 * only supplies the column values. These operations handle the maximum number of rows, locks,
 * revisions, dates, history and publishing.
 */
export function entity<Table extends EntityTable, Wire extends { id: string }>(
  context: Pick<Context, "db" | "changes" | "siteId" | "now">,
  definition: EntityDefinition<Table, Wire>,
) {
  const { siteId, now } = context;
  const { audit, notFound, limit, publish, oneAtATime, undated, keepsRemoved, order } = definition;
  const table = definition.table as unknown as "entity";
  const on = (db: Database) => db as unknown as Kysely<{ entity: AnyRow }>;
  const wires = async (rows: readonly AnyRow[], db: Database, viewer: Actor) =>
    definition.toWire(rows as unknown as Row<Table>[], db, viewer);
  const found = (db: Database) => {
    const rows = on(db).selectFrom(table).where("siteId", "=", siteId);
    return keepsRemoved ? rows.where("removedDate", "is", null) : rows;
  };

  /**
   * Returns the write operations of an actor in an open transaction. Publishing is left to the
   * owner of the transaction.
   */
  function within(tx: Database, actor: Actor) {
    type Locked = { row: AnyRow & Row<Table>; before: Wire };
    type Event = NonNullable<AuditedChange["event"]>;
    type UpdateOptions = { action?: string; event?: (after: Wire) => Omit<Event, "sequence"> };
    type RemoveOptions = { action?: string; inUse?: Refusal; columns?: Updated<Table> };
    const wireOf = async (row: AnyRow) => required((await wires([row], tx, actor))[0], "wire");
    const record = (action: string, entityId: string, change: { before?: Wire; after?: Wire }, event?: Event) =>
      recordChange(tx, {
        siteId,
        at: now(),
        entity: audit.entity,
        entityId,
        ...(event && { event }),
        audit: { actor, action: `${audit.subject}.${action}`, ...change },
      });
    const write = ({ id, revision }: AnyRow, columns: object) => {
      const values = { ...columns, revision: revision + 1, ...(!undated && { updatedDate: now() }) };
      return on(tx).updateTable(table).set(values).where("siteId", "=", siteId).where("id", "=", id);
    };

    return {
      tx,

      async insert({ id = newId(), ...columns }: Inserted<Table>): Promise<Wire> {
        if (limit) {
          const counted = found(tx).select(sql<number>`count(*)::int`.as("count"));
          const { count } = await counted.executeTakeFirstOrThrow();
          if (count >= limit.max) throw new Refusal(limit.code, `There are ${limit.max} ${limit.names} at most.`);
        }
        const values: object = { ...columns, siteId, id, ...(!undated && { createdDate: now(), updatedDate: now() }) };
        const inserted = on(tx)
          .insertInto(table)
          .values(values as AnyRow)
          .returningAll();
        const after = await wireOf(await inserted.executeTakeFirstOrThrow());
        await record("create", id, { after });
        return after;
      },

      /**
       * Locks a row for a change. Throws `notFound` if it does not exist, and REVISION_MISMATCH if
       * it has changed since revision `seen`.
       */
      async lock(id: string, seen?: string | null): Promise<Locked> {
        const row = await found(tx).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
        if (!row) throw new Refusal(notFound.code, `No ${notFound.name} ${id}.`, 404);
        if (seen != null) refuseStaleRevision(row, seen);
        return { row: row as Locked["row"], before: await wireOf(row) };
      },

      async update({ row, before }: Locked, columns: Updated<Table>, options: UpdateOptions = {}): Promise<Wire> {
        const { action = "update", event } = options;
        const updated = await write(row, columns).returningAll().executeTakeFirstOrThrow();
        const after = await wireOf(updated);
        await record(action, row.id, { before, after }, event && { ...event(after), sequence: updated.revision });
        return after;
      },

      /**
       * Removes a row. Throws `inUse` if another row refers to it. `columns` are further changes to
       * a row that is soft-deleted.
       */
      async remove({ row, before }: Locked, { action = "delete", inUse, columns }: RemoveOptions = {}): Promise<void> {
        const removal = keepsRemoved
          ? write(row, { ...columns, removedDate: now() })
          : on(tx).deleteFrom(table).where("siteId", "=", siteId).where("id", "=", row.id);
        await removal.execute().catch((error) => {
          throw inUse && error?.code === "23503" ? inUse : error;
        });
        await record(action, row.id, { before });
      },
    };
  }

  return {
    within,
    /** Lists all rows in the defined order. */
    async list(viewer: Actor) {
      let rows = found(context.db).selectAll();
      for (const by of [...order, "id"]) {
        rows = rows.orderBy(by.replace(" desc", "") as "id", by.endsWith(" desc") ? "desc" : "asc");
      }
      return wires(await rows.execute(), context.db, viewer);
    },
    /** Runs work in a separate transaction and publishes the changes. */
    change: <Result>(actor: Actor, work: (writer: ReturnType<typeof within>) => Promise<Result>): Promise<Result> =>
      transact(context, { publish }, async (tx) => {
        if (oneAtATime) await tx.selectFrom("site").select("id").where("id", "=", siteId).forNoKeyUpdate().execute();
        return work(within(tx, actor));
      }),
  };
}
