import type { ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, Refusal } from "@uola/kernel";
import { coveringIndexName } from "../collections/collections.ts";
import type { StoredItem } from "./data-item.ts";
import { createSeal } from "./encrypted-fields.ts";
import { idOf, type Prepared, prepare } from "./prepare-row.ts";
import { invalidItem, itemExists, itemNotFound, notAllowed, notUnique, staleItem } from "./refusals.ts";
import { type Run, runner } from "./store/statement-runner.ts";
import {
  finding,
  lifting,
  type Mode,
  type Place,
  type Put,
  presence,
  putting,
  uncovering,
  type Writing,
} from "./store/write-statements.ts";
import { checksOf } from "./validation.ts";
import { type Hand, newOwnerOf, ownerFor } from "./write-grant.ts";

/** An item to be written. `expectRevision` refuses with REVISION_MISMATCH when it is at another one; 0: it is not there. */
export type Wish = { id?: unknown; data?: unknown; expectRevision?: number | undefined };
/** A change of an item by what it was. */
export type Change = { id: string; change(before: ItemData): ItemData };
export type Done = { id: string; action: "INSERT" | "UPDATE" | "DELETE"; item: StoredItem };
/** How one of several went; the order is that of the wishes. */
export type Outcome = Done | { id: string | undefined; error: Refusal };

type Task = {
  n: number;
  id: string;
  named: boolean;
  expectRevision: number | undefined;
  make(before: ItemData | undefined): unknown;
};
type Found = { n: number; refused: Put["refused"]; data: ItemData; revision: number };

const attemptsMax = 20;
/** Every time an item stands in a call once more is a statement of its own. */
const roundsMax = 10;
/** From then on, what is changed by what it was is locked before it is read. */
const lockingFrom = 3;
const mendingMax = 5;

export type ItemWriter = ReturnType<typeof createItemWriter>;

/** Writes items of our own collections: each wish for itself, all with one statement. */
export function createItemWriter(context: Pick<Context, "connection" | "siteId" | "now" | "accounts">) {
  const { connection, siteId, now } = context;
  const seal = createSeal(context);

  type To = { place: Place; hand: Hand; writing: Writing };

  async function write(
    place: Place,
    mode: Mode,
    wishes: readonly Wish[],
    hand: Hand,
    tx?: Database,
  ): Promise<Outcome[]> {
    const reads = mode !== "insert" && hand.bound && checksOf(place.known).compares;
    return perform(place, mode, hand, tx, wishes, reads, (wish, n) => ({
      n,
      ...idOf(place.known, mode, wish),
      expectRevision: wish.expectRevision,
      make: () => wish.data,
    }));
  }

  const change = (place: Place, changes: readonly Change[], hand: Hand, tx?: Database): Promise<Outcome[]> =>
    perform(place, "update", hand, tx, changes, true, ({ id, change: changed }, n) => ({
      n,
      ...idOf(place.known, "update", { id }),
      expectRevision: undefined,
      make: (before) => changed(before ?? {}),
    }));

  async function perform<Wished extends { id?: unknown }>(
    place: Place,
    mode: Mode,
    hand: Hand,
    tx: Database | undefined,
    wishes: readonly Wished[],
    reads: boolean,
    taskOf: (wish: Wished, n: number) => Task,
  ): Promise<Outcome[]> {
    const to: To = { place, hand, writing: { siteId, at: now(), writtenBy: JSON.stringify(hand.actor) } };
    const failed: (Outcome | undefined)[] = [];
    const tasks: Task[] = [];
    for (const [n, wish] of wishes.entries()) {
      try {
        tasks.push(taskOf(wish, n));
      } catch (error) {
        failed[n] = { id: typeof wish.id === "string" ? wish.id : undefined, error: refusalOf(error) };
      }
    }
    const rounds = inRounds(tasks);
    for (const { n, id } of rounds.splice(roundsMax).flat()) {
      failed[n] = { id, error: invalidItem(`An item stands at most ${roundsMax} times in one call.`) };
    }
    const work = async (run: Run) => {
      const outcomes = [...failed];
      for (const round of rounds) await writeRound(run, to, mode, round, reads, outcomes);
      return outcomes as Outcome[];
    };
    const run = runner(connection, tx);
    return rounds.length > 1 ? run.together(work) : work(run);
  }

  /** Writes wishes for different items; those that another writer got in the way of again. */
  async function writeRound(
    run: Run,
    to: To,
    mode: Mode,
    tasks: readonly Task[],
    reads: boolean,
    outcomes: (Outcome | undefined)[],
  ): Promise<void> {
    let left = tasks;
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === attemptsMax) throw new Refusal("UNAVAILABLE", "Too busy just now. Try again.", 503);
      const work = (inside: Run) => writeOnce(inside, to, mode, left, reads, attempt, outcomes);
      const again: readonly Task[] = reads && attempt >= lockingFrom ? await run.together(work) : await work(run);
      left = again;
    }
  }

  async function writeOnce(
    run: Run,
    to: To,
    mode: Mode,
    tasks: readonly Task[],
    reads: boolean,
    attempt: number,
    outcomes: (Outcome | undefined)[],
  ): Promise<Task[]> {
    const { place, hand } = to;
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
        rows.push(prepare(place.known, seal, hand, row, task.make(was?.data), was?.data));
        byNumber.set(task.n, task);
      } catch (error) {
        outcomes[task.n] = { id: task.id, error: refusalOf(error) };
      }
    }
    if (rows.length === 0) return [];
    // always in one order, so that two writers never wait for each other
    rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    const put = new Map((await send(run, to, mode, rows, attempt > 0, outcomes)).map((each) => [each.n, each]));
    const again: Task[] = [];
    const clashed: Prepared[] = [];
    for (const row of rows) {
      if (outcomes[row.n]) continue;
      const result = put.get(row.n);
      const task = byNumber.get(row.n) as Task;
      if (result?.refused === "stale" && task.expectRevision === undefined) again.push(task);
      else if (result?.refused) {
        outcomes[row.n] = { id: row.id, error: refused(result.refused, row.id, (result.revision ?? 1) - 1) };
      } else if (result ? result.revision !== null : mode === "insert") outcomes[row.n] = done(to, row, result);
      else if (mode === "update") outcomes[row.n] = { id: row.id, error: itemNotFound(row.id) };
      else if (mode === "save" && !hand.insert) {
        outcomes[row.n] = { id: row.id, error: notAllowed("add items") };
      } else clashed.push(row);
    }
    if (clashed.length === 0) return again;
    // The first attempt passes over whatever clashes with another item; the next ones only over items with the same id.
    const there = attempt === 0 ? await present(run, to, clashed) : undefined;
    for (const row of clashed) {
      const exists = there?.has(row.id) ?? true;
      if (mode === "insert" && exists) outcomes[row.n] = { id: row.id, error: itemExists(row.id) };
      else again.push(byNumber.get(row.n) as Task);
    }
    return again;
  }

  /** Sends rows; when a unique index refuses all for the sake of one, by halves until that one is found. */
  async function send(
    run: Run,
    to: To,
    mode: Mode,
    rows: readonly Prepared[],
    strict: boolean,
    outcomes: (Outcome | undefined)[],
    mended = 0,
  ): Promise<Put[]> {
    const { place, hand, writing } = to;
    try {
      return await run.query<Put>(
        putting(place, mode, rows, writing, {
          owner: ownerFor(hand, hand.update),
          drafts: hand.drafts,
          inserts: hand.insert,
          strict,
          newOwner: newOwnerOf(hand),
          newStatus: place.known.publishes ?? null,
        }),
      );
    } catch (error) {
      const clash = clashOf(error, place);
      if (clash === "revision" && mended < mendingMax) {
        await run.query(
          lifting(
            place,
            siteId,
            rows.map(({ id }) => id),
          ),
        );
        return send(run, to, mode, rows, strict, outcomes, mended + 1);
      }
      if (clash === "covering") {
        await run.query(uncovering(place));
        return send(run, to, mode, rows, strict, outcomes, mended);
      }
      if (clash !== "unique" && clash !== "length") throw error;
      const [only] = rows;
      if (only && rows.length === 1) {
        const error =
          clash === "unique" ? notUnique(only.id) : invalidItem("A value is too long for an index it stands in.");
        outcomes[only.n] = { id: only.id, error };
        return [];
      }
      const half = rows.length >> 1;
      const first = await send(run, to, mode, rows.slice(0, half), strict, outcomes);
      return [...first, ...(await send(run, to, mode, rows.slice(half), strict, outcomes))];
    }
  }

  async function readBefore(run: Run, { place, hand }: To, tasks: readonly Task[], locks: boolean) {
    const scope = { owner: ownerFor(hand, hand.update), drafts: hand.drafts };
    const rows = await run.query<Found>(finding(place, tasks, scope, locks));
    return new Map(rows.map((row) => [row.n, { ...row, data: seal.open(place.known, row.data) }]));
  }

  async function present(run: Run, { place }: To, rows: readonly Prepared[]): Promise<Set<string>> {
    const found = await run.query<{ id: string }>(
      presence(
        place,
        rows.map(({ id }) => id),
      ),
    );
    return new Set(found.map(({ id }) => id));
  }

  return {
    /**
     * Adds items; refuses single ones with `itemNotObject`, `itemTooLarge`, `itemExists`, `invalidData`, `duplicateValue`,
     * `reservedKey` and `nestedTooDeep`.
     */
    insert: (place: Place, wishes: readonly Wish[], hand: Hand, tx?: Database) =>
      write(place, "insert", wishes, hand, tx),
    /** Replaces items as a whole; refuses also with `itemIdMissing`, `notAllowed`, `itemNotFound` and REVISION_MISMATCH. */
    update: (place: Place, wishes: readonly Wish[], hand: Hand, tx?: Database) =>
      write(place, "update", wishes, hand, tx),
    /** Replaces those that are there and adds the others. */
    save: (place: Place, wishes: readonly Wish[], hand: Hand, tx?: Database) => write(place, "save", wishes, hand, tx),
    /** Changes items by what they are. */
    change,
    seal,
  };
}

const refused = (why: NonNullable<Put["refused"]>, id: string, revision: number): Refusal =>
  why === "missing" ? itemNotFound(id) : why === "foreign" ? notAllowed("change this item") : staleItem(revision);

function done(
  { hand, place, writing: { at } }: { hand: Hand; place: Place; writing: Writing },
  row: Prepared,
  put: Put | undefined,
): Done {
  const { id, data } = row;
  const added = put?.added ?? true;
  const status = row.status ?? (put ? put.status : (place.known.publishes ?? null));
  const owner = row.owner ?? (put ? put.owner : newOwnerOf(hand));
  const item = {
    id,
    data,
    revision: put?.revision ?? 1,
    status,
    owner,
    createdDate: put?.created ?? at,
    updatedDate: at,
  };
  return { id, action: added ? "INSERT" : "UPDATE", item };
}

/** Of wishes for the same item, each waits for the one before it. */
function inRounds(tasks: readonly Task[]): Task[][] {
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

/** What is wrong with one item is its own outcome; anything else is the whole call's. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/**
 * What refused: an index its owner wanted, the covering index nobody asked for, or versions of an item that had the same
 * id and went at the same moment.
 */
function clashOf(error: unknown, { known }: Place): "unique" | "length" | "covering" | "revision" | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const constraint = "constraint" in error ? String(error.constraint) : "";
  if (error.code === indexRowTooLong) return constraint === coveringIndexName(known.key) ? "covering" : "length";
  if (error.code !== uniqueViolation || !constraint) return undefined;
  if (constraint === "item_version_pkey" || constraint === "event_follows_its_entity") return "revision";
  return "schema" in error && error.schema === "items" && !constraint.endsWith("_pkey") ? "unique" : undefined;
}
const uniqueViolation = "23505";
const indexRowTooLong = "54000";
