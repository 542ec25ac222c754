import type { ItemData } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Context, Refusal } from "@uola/kernel";
import { coveringIndexName } from "../collections/collections.ts";
import type { StoredItem } from "./data-item.ts";
import type { FieldEncryption } from "./encrypted-fields.ts";
import { idOf, type Prepared, type PublicationRule, prepare } from "./prepare-row.ts";
import { invalidItem, itemExists, itemNotFound, notAllowed, notUnique, staleItem } from "./refusals.ts";
import { type StatementRunner, statementRunner } from "./store/statement-runner.ts";
import {
  dropCoveringIndexStatement,
  findStatement,
  type ItemTable,
  type Mode,
  type PutResult,
  presenceStatement,
  putStatement,
  raiseRevisionsStatement,
  type WriteContext,
} from "./store/write-statements.ts";
import { checksOf } from "./validation.ts";
import { ownerOfNewItem, ownerScope, type WriteGrant } from "./write-grant.ts";

/**
 * An item to write. `expectRevision` rejects with REVISION_MISMATCH if the item is at another
 * revision; 0 means that the item must not exist.
 */
export type WriteInput = { id?: unknown; data?: unknown; expectRevision?: number | undefined };
/** A change computed from the item's current data. */
export type Change = { id: string; change(before: ItemData): ItemData };
export type Done = { id: string; action: "INSERT" | "UPDATE" | "DELETE"; item: StoredItem };
/** Outcomes are in the order of the inputs. */
export type Outcome = Done | { id: string | undefined; error: Refusal };

type Task = {
  n: number;
  id: string;
  named: boolean;
  expectRevision: number | undefined;
  make(before: ItemData | undefined): unknown;
};
type FoundRow = { n: number; refused: PutResult["refused"]; data: ItemData; revision: number };

const attemptsMax = 20;
/** Each additional occurrence of an item in one call requires another statement. */
const roundsMax = 10;
/** Starting with this attempt, the items of a computed change are locked before they are read. */
const lockingFrom = 3;
const repairsMax = 5;

export type ItemWriter = ReturnType<typeof createItemWriter>;

/**
 * Writes native items. All inputs are sent in one statement, and each one succeeds or fails
 * independently.
 */
export function createItemWriter(
  { connection, siteId, now }: Pick<Context, "connection" | "siteId" | "now">,
  encryption: FieldEncryption,
  rules: Readonly<Record<string, PublicationRule>>,
) {
  type To = { itemTable: ItemTable; grant: WriteGrant; writeContext: WriteContext };

  async function write(
    itemTable: ItemTable,
    mode: Mode,
    inputs: readonly WriteInput[],
    grant: WriteGrant,
    tx?: Database,
  ): Promise<Outcome[]> {
    const reads = mode !== "insert" && grant.bound && checksOf(itemTable.collection).compares;
    return perform(itemTable, mode, grant, tx, inputs, reads, (input, n) => ({
      n,
      ...idOf(itemTable.collection, mode, input),
      expectRevision: input.expectRevision,
      make: () => input.data,
    }));
  }

  const change = (
    itemTable: ItemTable,
    changes: readonly Change[],
    grant: WriteGrant,
    tx?: Database,
  ): Promise<Outcome[]> =>
    perform(itemTable, "update", grant, tx, changes, true, ({ id, change: changed }, n) => ({
      n,
      ...idOf(itemTable.collection, "update", { id }),
      expectRevision: undefined,
      make: (before) => changed(before ?? {}),
    }));

  async function perform<Input extends { id?: unknown }>(
    itemTable: ItemTable,
    mode: Mode,
    grant: WriteGrant,
    tx: Database | undefined,
    inputs: readonly Input[],
    reads: boolean,
    taskOf: (input: Input, n: number) => Task,
  ): Promise<Outcome[]> {
    const to: To = { itemTable, grant, writeContext: { siteId, at: now(), writtenBy: JSON.stringify(grant.actor) } };
    const failed: (Outcome | undefined)[] = [];
    const tasks: Task[] = [];
    for (const [n, input] of inputs.entries()) {
      try {
        tasks.push(taskOf(input, n));
      } catch (error) {
        failed[n] = { id: typeof input.id === "string" ? input.id : undefined, error: refusalOf(error) };
      }
    }
    const rounds = distinctRounds(tasks);
    for (const { n, id } of rounds.splice(roundsMax).flat()) {
      failed[n] = { id, error: invalidItem(`An item may occur at most ${roundsMax} times in one call.`) };
    }
    const work = async (run: StatementRunner) => {
      const outcomes = [...failed];
      for (const round of rounds) await writeRound(run, to, mode, round, reads, outcomes);
      return outcomes as Outcome[];
    };
    const run = statementRunner(connection, tx);
    return rounds.length > 1 ? run.inTransaction(work) : work(run);
  }

  /**
   * Writes inputs for different items. Retries inputs whose item another writer changed in the
   * meantime.
   */
  async function writeRound(
    run: StatementRunner,
    to: To,
    mode: Mode,
    tasks: readonly Task[],
    reads: boolean,
    outcomes: (Outcome | undefined)[],
  ): Promise<void> {
    let left = tasks;
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === attemptsMax) throw new Refusal("UNAVAILABLE", "Too many concurrent writes. Try again.", 503);
      const work = (inside: StatementRunner) => writeOnce(inside, to, mode, left, reads, attempt, outcomes);
      const again: readonly Task[] = reads && attempt >= lockingFrom ? await run.inTransaction(work) : await work(run);
      left = again;
    }
  }

  async function writeOnce(
    run: StatementRunner,
    to: To,
    mode: Mode,
    tasks: readonly Task[],
    reads: boolean,
    attempt: number,
    outcomes: (Outcome | undefined)[],
  ): Promise<Task[]> {
    const { itemTable, grant } = to;
    const { collection } = itemTable;
    const were = reads ? await readBefore(run, to, tasks, attempt >= lockingFrom) : undefined;
    const rows: Prepared[] = [];
    const byNumber = new Map<number, Task>();
    for (const task of tasks) {
      const was = were?.get(task.n);
      try {
        if (was?.refused) throw refused(was.refused, task.id, was.revision);
        if (reads && mode === "update" && !was) throw itemNotFound(task.id);
        const expected = task.expectRevision ?? (reads ? (was?.revision ?? 0) : undefined);
        const row = { n: task.n, id: task.id, named: task.named, expected };
        rows.push(prepare(collection, encryption, rules[collection.id], grant, row, task.make(was?.data), was?.data));
        byNumber.set(task.n, task);
      } catch (error) {
        outcomes[task.n] = { id: task.id, error: refusalOf(error) };
      }
    }
    if (rows.length === 0) return [];
    // Always sorted in the same order, so that two writers cannot deadlock.
    rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    const results = new Map((await sendRows(run, to, mode, rows, attempt > 0, outcomes)).map((each) => [each.n, each]));
    const again: Task[] = [];
    const conflicting: Prepared[] = [];
    for (const row of rows) {
      if (outcomes[row.n]) continue;
      const result = results.get(row.n);
      const task = required(byNumber.get(row.n), "task");
      if (result?.refused === "stale" && task.expectRevision === undefined) again.push(task);
      else if (result?.refused) {
        outcomes[row.n] = { id: row.id, error: refused(result.refused, row.id, (result.revision ?? 1) - 1) };
      } else if (result ? result.revision !== null : mode === "insert") outcomes[row.n] = toOutcome(to, row, result);
      else if (mode === "update") outcomes[row.n] = { id: row.id, error: itemNotFound(row.id) };
      else if (mode === "save" && !grant.insert) {
        outcomes[row.n] = { id: row.id, error: notAllowed("add items") };
      } else conflicting.push(row);
    }
    if (conflicting.length === 0) return again;
    // The first attempt skips rows that conflict with any other item; later attempts skip only rows
    // with the same id.
    const there = attempt === 0 ? await present(run, to, conflicting) : undefined;
    for (const row of conflicting) {
      const exists = there?.has(row.id) ?? true;
      if (mode === "insert" && exists) outcomes[row.n] = { id: row.id, error: itemExists(row.id) };
      else again.push(required(byNumber.get(row.n), "task"));
    }
    return again;
  }

  /**
   * Sends rows. If a unique index rejects the statement, splits the rows in half repeatedly until
   * the conflicting row is found.
   */
  async function sendRows(
    run: StatementRunner,
    to: To,
    mode: Mode,
    rows: readonly Prepared[],
    strict: boolean,
    outcomes: (Outcome | undefined)[],
    repaired = 0,
  ): Promise<PutResult[]> {
    const { itemTable, grant, writeContext } = to;
    try {
      return await run.query<PutResult>(
        putStatement(itemTable, mode, rows, writeContext, {
          owner: ownerScope(grant, grant.update),
          drafts: grant.drafts,
          inserts: grant.insert,
          strict,
          newOwner: ownerOfNewItem(grant),
          newStatus: itemTable.collection.publishes ?? null,
        }),
      );
    } catch (error) {
      const conflict = conflictOf(error, itemTable);
      if (conflict === "revision" && repaired < repairsMax) {
        await run.query(
          raiseRevisionsStatement(
            itemTable,
            siteId,
            rows.map(({ id }) => id),
          ),
        );
        return sendRows(run, to, mode, rows, strict, outcomes, repaired + 1);
      }
      if (conflict === "covering") {
        await run.query(dropCoveringIndexStatement(itemTable));
        return sendRows(run, to, mode, rows, strict, outcomes, repaired);
      }
      if (conflict !== "unique" && conflict !== "length") throw error;
      const [only] = rows;
      if (only && rows.length === 1) {
        const error = conflict === "unique" ? notUnique(only.id) : invalidItem("A value is too long for its index.");
        outcomes[only.n] = { id: only.id, error };
        return [];
      }
      const half = rows.length >> 1;
      const first = await sendRows(run, to, mode, rows.slice(0, half), strict, outcomes);
      return [...first, ...(await sendRows(run, to, mode, rows.slice(half), strict, outcomes))];
    }
  }

  async function readBefore(run: StatementRunner, { itemTable, grant }: To, tasks: readonly Task[], locks: boolean) {
    const scope = { owner: ownerScope(grant, grant.update), drafts: grant.drafts };
    const rows = await run.query<FoundRow>(findStatement(itemTable, tasks, scope, locks));
    return new Map(rows.map((row) => [row.n, { ...row, data: encryption.decrypt(itemTable.collection, row.data) }]));
  }

  async function present(run: StatementRunner, { itemTable }: To, rows: readonly Prepared[]): Promise<Set<string>> {
    const found = await run.query<{ id: string }>(
      presenceStatement(
        itemTable,
        rows.map(({ id }) => id),
      ),
    );
    return new Set(found.map(({ id }) => id));
  }

  return {
    /**
     * Adds items. A single item fails with `itemNotObject`, `itemTooLarge`, `itemExists`,
     * `invalidData`, `duplicateValue`, `reservedKey` or `nestedTooDeep`.
     */
    insert: (itemTable: ItemTable, inputs: readonly WriteInput[], grant: WriteGrant, tx?: Database) =>
      write(itemTable, "insert", inputs, grant, tx),
    /**
     * Replaces whole items. A single item can also fail with `itemIdMissing`, `notAllowed`,
     * `itemNotFound` or REVISION_MISMATCH.
     */
    update: (itemTable: ItemTable, inputs: readonly WriteInput[], grant: WriteGrant, tx?: Database) =>
      write(itemTable, "update", inputs, grant, tx),
    /** Adds new items and replaces existing ones. */
    save: (itemTable: ItemTable, inputs: readonly WriteInput[], grant: WriteGrant, tx?: Database) =>
      write(itemTable, "save", inputs, grant, tx),
    /** Changes items by applying functions to their current data. */
    change,
  };
}

const refused = (why: NonNullable<PutResult["refused"]>, id: string, revision: number): Refusal =>
  why === "missing" ? itemNotFound(id) : why === "foreign" ? notAllowed("change this item") : staleItem(revision);

function toOutcome(
  { grant, itemTable, writeContext: { at } }: { grant: WriteGrant; itemTable: ItemTable; writeContext: WriteContext },
  row: Prepared,
  results: PutResult | undefined,
): Done {
  const { id, data } = row;
  const added = results?.added ?? true;
  const status = row.status ?? (results ? results.status : (itemTable.collection.publishes ?? null));
  const owner = row.owner ?? (results ? results.owner : ownerOfNewItem(grant));
  const item = {
    id,
    data,
    revision: results?.revision ?? 1,
    status,
    owner,
    createdDate: results?.created ?? at,
    updatedDate: at,
  };
  return { id, action: added ? "INSERT" : "UPDATE", item };
}

/** Distributes inputs for the same item over separate rounds, in order. */
function distinctRounds(tasks: readonly Task[]): Task[][] {
  const rounds: Task[][] = [];
  const times = new Map<string, number>();
  for (const task of tasks) {
    const time = task.named ? (times.get(task.id) ?? 0) : 0;
    if (task.named) times.set(task.id, time + 1);
    rounds[time] ??= [];
    rounds[time].push(task);
  }
  return rounds;
}

/** Returns the error of one item as its outcome; any other error fails the whole call. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/**
 * Returns the cause of a rejected statement: a unique or other index of the owner, the covering
 * index, or versions of items that reused an id at the same moment.
 */
function conflictOf(
  error: unknown,
  { collection }: ItemTable,
): "unique" | "length" | "covering" | "revision" | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const constraint = "constraint" in error ? String(error.constraint) : "";
  if (error.code === indexRowTooLong) return constraint === coveringIndexName(collection.key) ? "covering" : "length";
  if (error.code !== uniqueViolation || !constraint) return undefined;
  if (constraint === "item_version_pkey" || constraint === "event_follows_its_entity") return "revision";
  return "schema" in error && error.schema === "items" && !constraint.endsWith("_pkey") ? "unique" : undefined;
}
const uniqueViolation = "23505";
const indexRowTooLong = "54000";
