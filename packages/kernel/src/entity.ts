import { type Database, newId, type Schema } from "@uola/database";
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from "kysely";
import type { Topic } from "./changes.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { type Actor, type AuditedChange, recordChange } from "./record-change.ts";
import { refuseStaleRevision } from "./revisions.ts";
import { transact } from "./transact.ts";

/** Tables whose rows have an id within a site and count their changes. */
type EntityTable = {
  [Table in keyof Schema]: Schema[Table] extends { siteId: string; id: string; revision: unknown } ? Table : never;
}[keyof Schema];
type Row<Table extends EntityTable> = Selectable<Schema[Table]>;
/** Columns to write, without those that are written here. One that is undefined keeps its value, or gets its default. */
type Writable<Columns, Own = Omit<Columns, "siteId" | "id" | "revision" | "createdDate" | "updatedDate">> = {
  [Name in keyof Own]: Partial<Pick<Own, Name>> extends Pick<Own, Name> ? Own[Name] | undefined : Own[Name];
};
type Inserted<Table extends EntityTable> = Writable<Insertable<Schema[Table]>> & { id?: string };
type Updated<Table extends EntityTable> = Writable<Updateable<Schema[Table]>>;

export type EntityDefinition<Table extends EntityTable, Wire> = {
  table: Table;
  /** Audit entries name the entity (`booking_form`) and begin their actions with the subject (`form.update`). */
  audit: { entity: string; subject: string };
  notFound: { code: string; name: string };
  /** How many a site may have. */
  limit?: { max: number; code: string; names: string };
  /** What is published after each change. */
  publish: readonly Topic[];
  /** Changes of different rows wait for each other too, because one row depends on the others: one of them is the default. */
  oneAtATime?: true;
  /** The table has no dates of creation and change. */
  undated?: true;
  /** A removed row stays for those that refer to it. It gets a `removedDate` and is no longer found. */
  keepsRemoved?: true;
  order: readonly `${keyof Row<Table> & string}${"" | " desc"}`[];
  /** The rows as the viewer sees them. */
  toWire(rows: Row<Table>[], db: Database, viewer: Actor): Wire[] | Promise<Wire[]>;
};

/** Kysely cannot check a statement whose table is a type parameter: these are the columns that matter here. */
type AnyRow = { siteId: string; id: string; revision: number; updatedDate: Date; removedDate: Date | null };

/**
 * A small thing that the owner edits: a row with a revision. Whoever writes one says what its columns become. Number,
 * locks, revisions, dates, history and what is published are settled here.
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

  /** The writes of an actor in a transaction that is open already; whoever opened it publishes. */
  function within(tx: Database, actor: Actor) {
    type Locked = { row: AnyRow & Row<Table>; before: Wire };
    type Event = NonNullable<AuditedChange["event"]>;
    type UpdateOptions = { action?: string; event?: (after: Wire) => Omit<Event, "sequence"> };
    type RemoveOptions = { action?: string; inUse?: Refusal; columns?: Updated<Table> };
    const wireOf = async (row: AnyRow) => (await wires([row], tx, actor))[0] as Wire;
    const record = (action: string, entityId: string, change: { before?: Wire; after?: Wire }, event?: Event) =>
      recordChange(tx, {
        ...{ siteId, at: now(), entity: audit.entity, entityId, ...(event && { event }) },
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

      /** The row, locked for a change. Refuses what is not there, and with REVISION_MISMATCH what has changed since `seen`. */
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

      /** Refuses with `inUse` what another row refers to. `columns` are what else changes in a row that stays. */
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
    /** All of them in their order. */
    async list(viewer: Actor) {
      let rows = found(context.db).selectAll();
      for (const by of [...order, "id"]) {
        rows = rows.orderBy(by.replace(" desc", "") as "id", by.endsWith(" desc") ? "desc" : "asc");
      }
      return wires(await rows.execute(), context.db, viewer);
    },
    /** Runs work in a transaction of its own and publishes what changed. */
    change: <Result>(actor: Actor, work: (writer: ReturnType<typeof within>) => Promise<Result>): Promise<Result> =>
      transact(context, { publish }, async (tx) => {
        if (oneAtATime) await tx.selectFrom("site").select("id").where("id", "=", siteId).forNoKeyUpdate().execute();
        return work(within(tx, actor));
      }),
  };
}
