import { dataErrors } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, json } from "@uola/database";
import {
  type BackgroundTask,
  type Caller,
  type Context,
  hourMs,
  Refusal,
  recordChange,
  toErrorResponse,
  transact,
} from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";
import type { ItemServices } from "../items/items.ts";
import { UnreadableCellError } from "./cell-values.ts";
import { type Column, dataOf, shownRow } from "./columns.ts";
import type { RawRow } from "./parse-rows.ts";
import { batchRows } from "./receive-file.ts";
import { referredCollections, resolveDisplayNames } from "./references.ts";
import * as store from "./store.ts";

/** Cached pages are invalidated after this many batches, and at the end. */
const publishEvery = 20;

type Removals = { id: string; expectRevision: number }[];

/**
 * Writes and undoes imports batch by batch. Each batch is one transaction that also stores the
 * import's position.
 */
export function createImportRunner(context: Context, { collections, transfer }: ItemServices) {
  const { db, siteId, now, log } = context;

  /**
   * Processes one batch of the oldest import. Returns false if there is no import to process or
   * other processes have locked all of them.
   */
  async function step(): Promise<boolean> {
    const waiting = await store.lockNextImport(db, siteId);
    if (!waiting) return false;
    const { id, collectionId, collectionKey } = waiting;
    try {
      const collection = await collections.find(collectionId);
      if (collection.key !== collectionKey) {
        throw new Refusal(
          dataErrors.collectionRemoved,
          `The collection ${collection.id} was replaced by a new one.`,
          404,
        );
      }
      const others = await referredCollections(collection, { collections, transfer });
      const referrers = await transfer.referrersOf(collection);
      await transact(context, { publish: (shown) => (shown ? "content" : []) }, async (tx) => {
        const current = await store.lockNextImport(tx, siteId, id);
        if (!current) return false;
        const ended = await (current.status === "UNDOING"
          ? undoBatch(tx, current, (removals, by) => transfer.remove(collection, removals, by, { tx, referrers }))
          : writeBatch(tx, current, collection, others));
        return collection.shown && (ended || current.position % publishEvery === 0);
      });
      return true;
    } catch (error) {
      const { status, body } = toErrorResponse(error, id);
      // A busy or unreachable database is not an error of the import, so the import continues
      // later.
      if (status === 503) throw error;
      const { code = "INTERNAL", description = "" } = body.details.applicationError ?? {};
      if (status === 500) log.error({ importId: id, err: error }, "import failed");
      const failure = json({ code, description });
      await store.change(db, siteId, id, { status: "FAILED", failure, updatedDate: now() });
      return true;
    }
  }

  /** Writes a batch. Returns true for the last one. */
  async function writeBatch(
    tx: Database,
    current: store.ImportRow,
    collection: CollectionSchema,
    others: ReadonlyMap<string, CollectionSchema>,
  ): Promise<boolean> {
    const { id, position, mode } = current;
    const batch = await store.batch(tx, siteId, id, position);
    if (!batch) return end(tx, current, "DONE");
    const columns = JSON.parse(current.columns) as Column[];
    const rows = JSON.parse(batch.rows ?? "[]") as RawRow[];
    const failures: store.FailureRow[] = [];
    const fail = (n: number, { code, message, field }: Pick<UnreadableCellError, "code" | "message" | "field">) => {
      const row = required(rows[n], "raw row");
      // PostgreSQL cannot store NUL characters in text.
      const [description, at] = [message, field ?? null].map((text) => text?.replaceAll("\0", "").slice(0, 1000));
      failures.push({
        number: position * batchRows + n,
        line: row.line,
        field: at ?? null,
        code,
        description: description ?? "",
        row: JSON.stringify(shownRow(columns, row)),
      });
    };
    const datas = rows.map((row, n) => {
      try {
        return dataOf(collection, columns, row);
      } catch (error) {
        if (!(error instanceof UnreadableCellError)) throw error;
        fail(n, error);
        return undefined;
      }
    });
    for (const [n, wrong] of await resolveDisplayNames(collection, datas, { others, transfer }, tx)) {
      datas[n] = undefined;
      fail(n, wrong);
    }
    const taken = datas.flatMap((data, n) => (data ? [{ n, data }] : []));
    const caller = current.actor;
    const outcomes = taken.length > 0 ? await transfer.write(collection, mode, taken, caller, tx) : [];
    const added: [string, number][] = [];
    for (const [at, outcome] of outcomes.entries()) {
      if ("error" in outcome) fail(taken[at]?.n ?? 0, ofRefusal(outcome.error));
      else if (outcome.action === "INSERT") added.push([outcome.id, outcome.item.revision]);
    }
    if (failures.length > 0) await store.addFailures(tx, siteId, id, failures);
    await store.endBatch(tx, siteId, id, position, mode === "INSERT" ? added : []);
    const written = current.written + rows.length - failures.length;
    const failed = current.failed + failures.length;
    const to = { position: position + 1, written, failed };
    if (written + failed >= current.total) return end(tx, { ...current, ...to }, "DONE", to);
    await store.change(tx, siteId, id, { ...to, status: "RUNNING", updatedDate: now() });
    return false;
  }

  async function undoBatch(
    tx: Database,
    current: store.ImportRow,
    undo: (removals: Removals, caller: Caller) => ReturnType<typeof transfer.remove>,
  ): Promise<boolean> {
    const { id } = current;
    const undoPosition = (current.undoPosition ?? 0) - 1;
    if (undoPosition < 0) return end(tx, current, "UNDONE");
    const batch = await store.batch(tx, siteId, id, undoPosition);
    const added = JSON.parse(batch?.added ?? "[]") as [string, number][];
    const removals = added.map(([id, expectRevision]) => ({ id, expectRevision }));
    const outcomes = removals.length > 0 ? await undo(removals, current.actor) : [];
    const errors = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error] : []));
    const to = {
      undoPosition,
      removed: current.removed + outcomes.length - errors.length,
      // An item that no longer exists is counted neither as removed nor as kept.
      kept: current.kept + errors.filter(({ code }) => code !== dataErrors.itemNotFound).length,
    };
    if (undoPosition === 0) return end(tx, { ...current, ...to }, "UNDONE", to);
    await store.change(tx, siteId, id, { ...to, updatedDate: now() });
    return false;
  }

  async function end(tx: Database, current: store.ImportRow, status: "DONE" | "UNDONE", to = {}): Promise<true> {
    const at = now();
    await store.change(tx, siteId, current.id, { ...to, status, updatedDate: at });
    const { collectionId, written, failed, removed, kept } = current;
    const after = { collectionId, written, failed, ...(status === "UNDONE" && { removed, kept }) };
    const audit = { actor: current.actor, action: status === "DONE" ? "import.end" : "import.undone", after };
    await recordChange(tx, { siteId, at, entity: "itemImport", entityId: current.id, audit });
    return true;
  }

  return { step };
}

function ofRefusal({ code, message, data }: Refusal) {
  const [first] = (data.violations ?? []) as { fieldPath?: string }[];
  return { code, message, field: first?.fieldPath };
}

/** Writes and undoes imports, and deletes old ones. */
export const importTasks = (context: Context, services: ItemServices): BackgroundTask[] => [
  { name: "imports: write and undo", everyMs: 500, run: createImportRunner(context, services).step },
  {
    name: "imports: delete old ones",
    everyMs: hourMs,
    oneProcessAtATime: true,
    async run() {
      await store.deleteOldImports(context.db, context.siteId, context.now());
    },
  },
];
