import { dateOf } from "@uola/booking";
import { type DeskPayment, readVoucherCode } from "@uola/contract";
import type { Database } from "@uola/database";
import {
  type AuditedChange,
  type Context,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
  workOnEach,
} from "@uola/kernel";
import { createSealedCodes } from "./codes.ts";
import { actionOf, type Entry, type EntryFacts, type LedgerEntity, type LedgerRow } from "./entry.ts";
import { isDone, timeZone } from "./store.ts";

export type { Entry } from "./entry.ts";
export { namedEntries } from "./named-entries.ts";
export { entryColumns, listingOf, matchesText, takeNumbers, timeZone } from "./store.ts";

/** A rejection, with the data that may be shown to the caller. */
export type Refused = { code: string; data?: Record<string, number | string> };

/**
 * A change to a row: the decision function, the data of its ledger entry, and its effects in the
 * same transaction.
 */
export type Change<Row, Decided, Columns, Kind extends string> = EntryFacts<Kind> & {
  payment?: DeskPayment | undefined;
  decide(row: Row, today: string): Decided | Refused;
  /** Columns that change in addition to the amounts. */
  set?: Columns;
  outbox?: (after: Row) => AuditedChange["outbox"];
  also?(tx: Database): Promise<void>;
};

/** The database statements for the tables of vouchers or passes. */
type LedgerStore<Row extends LedgerRow, Decided, Columns, Kind extends string> = {
  find(db: Database, siteId: string, id: string): Promise<Row | undefined>;
  lock(tx: Database, siteId: string, id: string): Promise<Row | undefined>;
  /** Returns the rows whose codes have the same last characters. */
  endingWith(db: Database, siteId: string, last4: string): Promise<Row[]>;
  /** Returns the row that a request issued. */
  issuedBy(db: Database, siteId: string, requestId: string): Promise<Row | undefined>;
  /** Stores the new amounts and the changed columns, and increases the revision by one. */
  update(tx: Database, row: Row, change: { decided: Decided; set: Columns | undefined; at: Date }): Promise<Row>;
  insertEntries(tx: Database, entries: readonly Entry<Row, Decided, Kind | "ISSUE">[]): Promise<unknown>;
};

/** An operation on a locked row. Returns the changed row. */
export type Work<Row> = (tx: Database, row: Row, today: string) => Promise<Row>;

/** The differences between the ledgers of vouchers and passes. */
type Differences<Row extends LedgerRow, Decided, Columns, Kind extends string, Shown> = {
  entity: LedgerEntity;
  store: LedgerStore<Row, Decided, Columns, Kind>;
  /** The amounts of an entry that changes no amounts. */
  nothing: Decided;
  /** Returns the representation for responses and the audit log, without the code. */
  show(row: Row, today: string): Shown;
  /** The additional data of the events that report a new row and a later entry. */
  events: { created(row: Row): object; updated(decided: Decided): object };
  /** Updates a locked row before any rule is applied to it. */
  prepare?(tx: Database, row: Row, today: string): Promise<Row>;
};

/**
 * An append-only ledger for each row of a table. Each change locks the row, applies the rules, and
 * writes the row with its entry, audit entry, event and mail in one transaction. The entries sum to
 * the balance.
 */
export function createLedger<
  Row extends LedgerRow,
  Decided extends { delta: number },
  Columns extends object,
  Kind extends string,
  Shown,
>(
  context: Context,
  { entity, store, nothing, show, events, prepare }: Differences<Row, Decided, Columns, Kind, Shown>,
) {
  const { db, siteId, now, accounts } = context;
  const codes = createSealedCodes(accounts, `${entity} code`);

  const missing = (message: string) => new Refusal(`${entity.toUpperCase()}_NOT_FOUND`, message, 404);
  const notFound = (id: string) => missing(`There is no ${entity} ${id}.`);
  const today = async (on: Database = db) => dateOf(now(), await timeZone(on, siteId));

  const record = (
    tx: Database,
    row: Row,
    { kind, actor, reason }: EntryFacts,
    more: Pick<AuditedChange, "outbox" | "at"> & {
      slug: "created" | "updated";
      body: object;
      day: string;
      before?: Row;
    },
  ) =>
    recordChange(tx, {
      siteId,
      at: more.at,
      entity,
      entityId: row.id,
      outbox: more.outbox ?? [],
      audit: {
        actor,
        action: `${entity}.${actionOf(kind)}`,
        before: more.before && show(more.before, more.day),
        after: show(row, more.day),
        reason,
      },
      event: { slug: more.slug, sequence: row.revision, body: { [`${entity}Id`]: row.id, ...more.body } },
    });

  /** Appends one entry to a locked row. Rejects with the code of the decision. */
  async function append(tx: Database, row: Row, change: Change<Row, Decided, Columns, Kind>, day: string) {
    const { decide, set, outbox, also, ...facts } = change;
    const decided = decide(row, day);
    if (isRefused(decided)) {
      const { code, data } = decided;
      throw new Refusal(code, `The ${entity} refuses ${facts.kind}: ${code}.`, 409, data);
    }
    const at = now();
    const after = await store.update(tx, row, { decided, set, at });
    await store.insertEntries(tx, [{ ...facts, row: after, decided, at }]);
    const body = { kind: facts.kind, delta: decided.delta, ...events.updated(decided) };
    await record(tx, after, facts, { slug: "updated", body, day, at, before: row, outbox: outbox?.(after) });
    await also?.(tx);
    return after;
  }

  /**
   * Runs a callback on a locked row. Rejects if there is no such row, or with REVISION_MISMATCH if
   * the row has changed since `seen`.
   */
  async function lockedIn(tx: Database, id: string, seen: string | undefined, work: Work<Row>) {
    const locked = await store.lock(tx, siteId, id);
    if (!locked) throw notFound(id);
    if (seen !== undefined) refuseStaleRevision(locked, seen);
    const day = await today(tx);
    const before = prepare ? await prepare(tx, locked, day) : locked;
    const after = await work(tx, before, day);
    return { before, after, shown: show(after, day) };
  }
  const onLocked = (id: string, seen: string | undefined, work: Work<Row>) =>
    transact(context, (tx) => lockedIn(tx, id, seen, work));

  const byCode = async (letters: string): Promise<Row | undefined> =>
    codes.matching(await store.endingWith(db, siteId, letters.slice(-4)), letters);

  return {
    codes,
    today,
    notFound,
    append,
    lockedIn,
    onLocked,

    /** Returns the row with an id. Rejects if there is none. */
    async read(id: string, on: Database = db): Promise<Row> {
      const row = await store.find(on, siteId, id);
      if (!row) throw notFound(id);
      return row;
    },

    /** Returns the row with a code, or undefined. */
    byCode,

    /**
     * Returns the row with a typed or scanned code. Rejects if there is none. `guess` counts wrong
     * codes; a code with a mistyped letter is rejected at once and does not count.
     */
    async findByCode(
      code: string,
      guess: (find: () => Promise<Row | undefined>) => Promise<Row | undefined>,
    ): Promise<Row> {
      const letters = readVoucherCode(code);
      const row = letters ? await guess(() => byCode(letters)) : undefined;
      if (!row) throw missing(`No ${entity} has this code.`);
      return row;
    },

    /**
     * Issues a row only once per request: a repeated or concurrent request returns the row issued
     * by the first one.
     */
    async issueOnce(requestId: string | null | undefined, issue: () => Promise<Row>): Promise<Row> {
      const issued = async () => (requestId ? store.issuedBy(db, siteId, requestId) : undefined);
      const earlier = await issued();
      if (earlier) return earlier;
      try {
        return await issue();
      } catch (error) {
        const other = await issued();
        if (other) return other;
        throw error;
      }
    },

    /** Creates the first ledger entries of inserted rows, in the transaction that issues the rows. */
    async begin(
      tx: Database,
      rows: readonly Row[],
      facts: Pick<EntryFacts, "actor" | "requestId"> & { outbox?: (row: Row) => AuditedChange["outbox"] },
    ): Promise<void> {
      const [at, day] = [now(), await today(tx)];
      const { outbox, ...by } = facts;
      const entries = rows.map((row) => ({
        ...by,
        kind: "ISSUE" as const,
        row,
        payment: row.payment,
        decided: { ...nothing, delta: row.balance ?? 0 },
        at,
      }));
      await store.insertEntries(tx, entries);
      for (const entry of entries) {
        const body = events.created(entry.row);
        await record(tx, entry.row, entry, { slug: "created", body, day, at, outbox: outbox?.(entry.row) });
      }
    },

    /** Makes one change to a row, at the revision seen by the caller. */
    step: (id: string, seen: string, change: (row: Row) => Change<Row, Decided, Columns, Kind>) =>
      onLocked(id, seen, (tx, row, day) => append(tx, row, change(row), day)),

    /** Wraps an operation so that a repeated request with the same id changes nothing. */
    once:
      (requestId: string, work: Work<Row>): Work<Row> =>
      async (tx, row, day) =>
        (await isDone(tx, siteId, entity, requestId)) ? row : work(tx, row, day),

    /**
     * Runs the operation of a background task, with a separate transaction for each row. Returns
     * whether more rows may be due.
     */
    async onEach(ids: readonly string[], limit: number, work: Work<Row>): Promise<boolean> {
      await workOnEach(ids, (id) => onLocked(id, undefined, work));
      return ids.length === limit;
    },
  };
}

const isRefused = (decision: object): decision is Refused => "code" in decision;
