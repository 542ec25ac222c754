import { type DataItem, type DataItemReference, dataErrors, type ItemData } from "@uola/contract";
import { required } from "@uola/contract/required";
import { newId } from "@uola/database";
import { type Caller, type Context, Refusal } from "@uola/kernel";
import { type External, findExternal, ownersOnly } from "../collections/collections.ts";
import { type ExternalDatabases, type Item, type Outcome, refusalOf } from "../connections/connections.ts";
import type { WriteInput } from "./item-writer.ts";
import { applyPatch } from "./patch.ts";
import { itemNotFound, notAllowed } from "./refusals.ts";
import type { Mode } from "./store/write-statements.ts";
import { checkUndeclaredData, isObject } from "./validation.ts";
import { grantFor, type WriteGrant } from "./write-grant.ts";
import type { ReferenceResult, Result, Target } from "./write-target.ts";

/** Finds the write target of an external collection. */
export type ExternalTargets = (id: string, caller: Caller) => Promise<Target | undefined>;
type KnownItem = Item & { _id: string };
type WriteResult = Result | undefined;

export const createExternalTargets =
  (databases: ExternalDatabases, { now }: Pick<Context, "now">): ExternalTargets =>
  async (id, caller) => {
    const external = await findExternal(databases, id);
    return external && externalTarget(id, external, caller, now);
  };

/**
 * Writes to an external collection. If the caller may change only their own items, the items are
 * read first.
 */
function externalTarget(
  id: string,
  { database, collectionId, definition }: External,
  caller: Caller,
  now: () => Date,
): Target {
  const grant = grantFor({ permissions: definition.permissions ?? ownersOnly, publishes: undefined }, caller, true);
  const wired = (item: Item, itemId: string): DataItem => ({
    id: item._id ?? itemId,
    dataCollectionId: id,
    data: { ...item, _id: item._id ?? itemId },
  });
  const toResult = (action: "INSERT" | "UPDATE" | "DELETE", itemId: string, outcome: Outcome | undefined): Result => {
    if (!outcome)
      return {
        id: itemId,
        error: refusalOf({ code: dataErrors.invalidAnswer, description: "The database returned no result." }),
      };
    if ("error" in outcome) return { id: itemId, error: refusalOf(outcome.error) };
    return { id: itemId, action, item: () => wired(outcome.item, itemId) };
  };

  async function find(ids: readonly string[]): Promise<Map<string, Item>> {
    const found = new Map<string, Item>();
    const limit = Math.max(1, Math.min(definition.maxPageSize, 50));
    const distinct = [...new Set(ids)];
    for (let from = 0; from < distinct.length; from += limit) {
      const some = distinct.slice(from, from + limit);
      const { items } = await database.query(collectionId, { filter: { _id: { $in: some } }, limit }, caller);
      for (const item of items) if (item._id !== undefined) found.set(item._id, item);
    }
    return found;
  }

  const owns = (item: Item | undefined, allowed: WriteGrant["update"]) =>
    allowed === "all" || item?._owner === caller.id;

  /** Sends the inputs that have no error yet and stores each result at its index. */
  async function sendValid(
    results: WriteResult[],
    items: readonly (KnownItem | undefined)[],
    action: "INSERT" | "UPDATE" | "DELETE",
    includes: (n: number) => boolean = () => true,
  ): Promise<void> {
    const rows = items.flatMap((item, n) => (item && !results[n] && includes(n) ? [{ item, n }] : []));
    if (rows.length === 0) return;
    const outcomes =
      action === "DELETE"
        ? await database.remove(
            collectionId,
            rows.map(({ item }) => item._id),
            caller,
          )
        : await database[action === "INSERT" ? "insert" : "update"](
            collectionId,
            rows.map(({ item }) => item),
            caller,
          );
    for (const [i, { item, n }] of rows.entries()) results[n] = toResult(action, item._id, outcomes[i]);
  }

  const read = (inputs: readonly WriteInput[], mode: Mode, results: WriteResult[]) =>
    inputs.map(({ id, data }, n) =>
      orRefused(n, id, results, () => {
        const selected = id || (isObject(data) ? data._id : undefined) || (mode === "update" ? undefined : newId());
        if (typeof selected !== "string")
          throw new Refusal(dataErrors.itemIdMissing, "An item's id must be text.", 400);
        const item = itemOf(selected, data);
        return mode === "update" ? withDates(item) : { ...withDates(item, "_createdDate"), ...ownerOf(item) };
      }),
    );

  const has = new Set(definition.fields.map(({ key }) => key));
  /** Adds creation and update dates if the database has fields for them. */
  function withDates(item: KnownItem, ...more: string[]): KnownItem {
    const moment = { $date: now().toISOString() };
    const keys = ["_updatedDate", ...more].filter((key) => has.has(key));
    return { ...item, ...Object.fromEntries(keys.map((key) => [key, moment])) };
  }
  const ownerOf = ({ _owner }: Item) => (has.has("_owner") ? { _owner: (grant.owns && _owner) || caller.id } : {});

  const idsOf = (items: readonly (KnownItem | undefined)[]) => items.flatMap((item) => (item ? [item._id] : []));

  async function changeReferences(references: readonly DataItemReference[], adds: boolean): Promise<ReferenceResult[]> {
    if (grant.update === "none") throw notAllowed("change items");
    const results: ReferenceResult[] = references.map(() => ({}));
    const there = grant.update === "own" ? await find(references.map((each) => each.referringItemId)) : new Map();
    const byField = Map.groupBy(references.keys(), (n) => references[n]?.referringItemFieldName ?? "");
    for (const [field, numbers] of byField) {
      const allowed = numbers.filter((n) => owns(there.get(references[n]?.referringItemId ?? ""), grant.update));
      for (const n of numbers) if (!allowed.includes(n)) results[n] = { error: notAllowed("change this item") };
      if (allowed.length === 0) continue;
      const selected = allowed.map((n) => required(references[n], "data item reference"));
      const outcomes = await database[adds ? "insertReferences" : "removeReferences"](
        collectionId,
        field,
        selected,
        caller,
      );
      for (const [i, n] of allowed.entries()) {
        const outcome = outcomes[i];
        if (outcome && "error" in outcome) results[n] = { error: refusalOf(outcome.error) };
      }
    }
    return results;
  }

  return {
    async write(mode, inputs) {
      const may = mode === "insert" ? grant.insert : grant.update !== "none" || (mode === "save" && grant.insert);
      if (!may) throw notAllowed(mode === "insert" ? "add items" : "change items");
      const results: WriteResult[] = new Array(inputs.length).fill(undefined);
      const items = read(inputs, mode, results);
      if (mode === "insert") await sendValid(results, items, "INSERT");
      else {
        const there = mode === "save" || grant.update !== "all" ? await find(idsOf(items)) : undefined;
        for (const [n, item] of items.entries()) {
          if (!item || !there) continue;
          const current = there.get(item._id);
          if (current && !owns(current, grant.update))
            results[n] = { id: item._id, error: notAllowed("change this item") };
          else if (!current && mode === "update") results[n] = { id: item._id, error: itemNotFound(item._id) };
          else if (!current && !grant.insert) results[n] = { id: item._id, error: notAllowed("add items") };
        }
        const isThere = (n: number) => !there || there.has(items[n]?._id ?? "");
        await sendValid(results, items, "UPDATE", isThere);
        await sendValid(results, items, "INSERT", (n) => !isThere(n));
      }
      return results as Result[];
    },

    async patch(patchSets) {
      if (grant.update === "none") throw notAllowed("change items");
      const there = await find(patchSets.map(({ dataItemId }) => dataItemId));
      const results: WriteResult[] = new Array(patchSets.length).fill(undefined);
      // Patches are applied one by one, because a second patch of the same item must see the result
      // of the first.
      for (const [n, { dataItemId: itemId, fieldUpdates }] of patchSets.entries()) {
        const current = there.get(itemId);
        if (!current) results[n] = { id: itemId, error: itemNotFound(itemId) };
        else if (!owns(current, grant.update)) results[n] = { id: itemId, error: notAllowed("change this item") };
        else {
          const items = orRefused(n, itemId, results, () =>
            itemOf(itemId, applyPatch(current as ItemData, fieldUpdates)),
          );
          if (!items) continue;
          there.set(itemId, items);
          await sendValid(results, Object.assign([], { [n]: items }), "UPDATE");
        }
      }
      return results as Result[];
    },

    async remove(ids) {
      if (grant.remove === "none") throw notAllowed("remove items");
      const results: WriteResult[] = new Array(ids.length).fill(undefined);
      if (grant.remove === "own") {
        const there = await find(ids);
        for (const [n, each] of ids.entries()) {
          const current = there.get(each);
          if (!current) results[n] = { id: each, error: itemNotFound(each) };
          else if (!owns(current, grant.remove)) results[n] = { id: each, error: notAllowed("remove this item") };
        }
      }
      await sendValid(
        results,
        ids.map((_id) => ({ _id })),
        "DELETE",
      );
      return results as Result[];
    },

    async removeAll() {
      if (grant.remove !== "all") throw notAllowed("remove all items");
      await database.truncate(collectionId, caller);
    },

    addReferences: (references) => changeReferences(references, true),
    removeReferences: (references) => changeReferences(references, false),

    async replaceReferences(field, itemId, ids) {
      const query = { referringFieldKey: field, referringItemIds: [itemId], limit: 1000 };
      const { items } = await database.queryReferenced(collectionId, query, caller);
      const current = new Set(items.map(({ referencedItemId }) => referencedItemId));
      const includes = new Set(ids);
      const named = (referencedItemId: string) => ({
        referringItemFieldName: field,
        referringItemId: itemId,
        referencedItemId,
      });
      const gone = [...current].filter((each) => !includes.has(each)).map(named);
      const added = ids.filter((each) => !current.has(each)).map(named);
      for (const [references, adds] of [
        [gone, false],
        [added, true],
      ] as const) {
        const failed = (await changeReferences(references, adds)).find(({ error }) => error);
        if (failed?.error) throw failed.error;
      }
    },
  };
}

/**
 * Returns data with its id. Rejects with `itemNotObject`, `itemTooLarge`, `reservedKey` or
 * `nestedTooDeep`.
 */
function itemOf(id: string, data: unknown): KnownItem {
  checkUndeclaredData(data);
  return { ...data, _id: id };
}

/** Creates an item. An error is stored as the result of that input. */
function orRefused<Made>(n: number, id: unknown, results: WriteResult[], make: () => Made): Made | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    results[n] = { id: typeof id === "string" ? id : undefined, error };
    return undefined;
  }
}
