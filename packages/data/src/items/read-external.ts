import { type DataItem, dataErrors, type Input, type ItemData, type items, type Output } from "@uola/contract";
import { type Caller, invalidCursor, isObject, Refusal } from "@uola/kernel";
import { z } from "zod";
import { accessLevelFor, type External } from "../collections/collections.ts";
import type { Filter, Item } from "../connections/connections.ts";
import { itemNotFound, notAllowed } from "./refusals.ts";
import { defaultIncluded, type Inclusion } from "./store/include-references.ts";
import { parsePageRange } from "./store/page.ts";

const ownersOnly = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN" } as const;

/**
 * The position in a list of an external database. Contains the query, because clients send a cursor
 * without it.
 */
const ExternalPosition = z.object({
  cursor: z.string(),
  filter: z.record(z.string(), z.json()).nullish(),
  sort: z.array(z.object({ fieldName: z.string(), order: z.enum(["ASC", "DESC"]).nullish() })).nullish(),
  fields: z.array(z.string()).nullish(),
});
type ExternalPosition = z.infer<typeof ExternalPosition>;
const encodePosition = (position: ExternalPosition) => Buffer.from(JSON.stringify(position)).toString("base64url");
function decodePosition(text: string): ExternalPosition {
  try {
    return ExternalPosition.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    throw invalidCursor();
  }
}

/** Returns the read operations on an external collection for one caller. Rejects with `notAllowed`. */
export function externalReads({ connection, collectionId, database, definition }: External, caller: Caller) {
  const allowed = accessLevelFor(definition.permissions ?? ownersOnly, "read", caller);
  if (allowed === "none") throw notAllowed("read its items");
  const own = { _owner: caller.id };
  /** Restricts a filter to the items that the caller may read. */
  const visibleOnly = (filter: unknown): Filter => {
    if (filter !== undefined && filter !== null && !isObject(filter)) {
      throw new Refusal(dataErrors.filterNotObject, "A filter must be an object.", 400);
    }
    if (allowed !== "own") return filter;
    return filter && Object.keys(filter).length > 0 ? { $and: [filter, own] } : own;
  };
  const wired = (id: string, { ...data }: Item): DataItem => ({
    id: data._id ?? "",
    dataCollectionId: `${connection}/${id}`,
    data: data as ItemData,
  });
  const shown = (item: Item) => wired(collectionId, item);
  const partIn = (input: Parameters<typeof parsePageRange>[0]) => {
    const part = parsePageRange(input);
    if (part.limit > definition.maxPageSize) {
      throw new Refusal(
        dataErrors.pagingTooLarge,
        `A page of this collection has at most ${definition.maxPageSize} items.`,
        400,
      );
    }
    return part;
  };
  const offsetIn = (input: Parameters<typeof parsePageRange>[0]) => {
    const part = partIn(input);
    if ("offset" in part) return part;
    throw new Refusal(dataErrors.unsupportedByDatabase, "Results of an external database are paged by offset.", 400);
  };
  const byOffset = (count: number, offset: number, total: number | undefined) => ({
    count,
    offset,
    ...(total === undefined ? { tooManyToCount: true } : { total, tooManyToCount: false }),
  });
  const targetOf = (field: string) => {
    const { reference, multiReference } = definition.fields.find(({ key }) => key === field)?.typeMetadata ?? {};
    const target = (reference ?? multiReference)?.referencedCollectionId;
    if (!target) throw new Refusal(dataErrors.notReference, `${field.slice(0, 200)} is not a reference field.`, 400);
    return { target, many: !reference };
  };
  /** Whether the caller may read all items that a field refers to. */
  const mayRead = async (target: string) => {
    const [targetCollection] = await database.collections([target]);
    return (
      targetCollection !== undefined &&
      accessLevelFor(targetCollection.permissions ?? ownersOnly, "read", caller) === "all"
    );
  };

  async function include(found: readonly Item[], { fieldName, limit }: Inclusion): Promise<void> {
    const { target, many } = targetOf(fieldName);
    const ids = found.flatMap(({ _id }) => _id ?? []);
    if (ids.length === 0 || !(await mayRead(target))) return;
    if (many) {
      const input = {
        referringFieldKey: fieldName,
        referringItemIds: ids,
        includeItems: true,
        limit: ids.length * limit,
      };
      const { items: rows } = await database.queryReferenced(collectionId, input, caller);
      const byItem = Map.groupBy(rows, ({ referringItemId }) => referringItemId);
      for (const item of found) {
        const referencedItems = (byItem.get(item._id ?? "") ?? []).slice(0, limit);
        item[fieldName] = referencedItems.map(
          ({ referencedItem, referencedItemId }) => referencedItem ?? referencedItemId,
        );
      }
      return;
    }
    const referencedIds = [...new Set(found.map((item) => item[fieldName]).filter((id) => typeof id === "string"))];
    if (referencedIds.length === 0) return;
    const input = { filter: { _id: { $in: referencedIds } }, limit: referencedIds.length };
    const { items: rows } = await database.query(target, input, caller);
    const byId = new Map(rows.map((row) => [row._id, row]));
    for (const item of found) item[fieldName] = byId.get(item[fieldName] as string) ?? item[fieldName];
  }

  return {
    async get({ dataItemId, fields }: Input<typeof items.get>): Promise<Output<typeof items.get>> {
      const found = await database.get(collectionId, dataItemId, caller);
      if (!found || (allowed === "own" && found._owner !== caller.id)) throw itemNotFound(dataItemId);
      return {
        dataItem: wired(collectionId, only(found, fields)),
      };
    },

    async query(input: Input<typeof items.query>): Promise<Output<typeof items.query>> {
      const { query, includeReferencedItems, referencedItemOptions, consistentRead } = input;
      const part = partIn(query ?? {});
      const inclusions = new Map((includeReferencedItems ?? []).map((name) => [name, defaultIncluded]));
      for (const { fieldName, limit } of referencedItemOptions ?? [])
        inclusions.set(fieldName, limit ?? defaultIncluded);
      const previous = "cursor" in part && part.cursor !== undefined ? decodePosition(part.cursor) : undefined;
      const { filter, sort, fields } = previous ?? query ?? {};
      const at = "offset" in part ? { offset: part.offset, returnTotal: true } : { cursor: previous?.cursor };
      const request = {
        filter: visibleOnly(filter),
        sort: sort ?? [],
        fields: fields ?? undefined,
        limit: part.limit,
        ...at,
      };
      const found = await database.query(collectionId, { ...request, consistentRead: consistentRead ?? false }, caller);
      await Promise.all([...inclusions].map(([fieldName, limit]) => include(found.items, { fieldName, limit })));
      const dataItems = found.items.map(shown);
      const count = dataItems.length;
      if ("offset" in part) return { dataItems, pagingMetadata: byOffset(count, part.offset, found.total) };
      const { nextCursor: cursor } = found;
      const position = { filter: filter as ExternalPosition["filter"], sort: sort as ExternalPosition["sort"], fields };
      const cursors = cursor === undefined ? {} : { next: encodePosition({ cursor, ...position }) };
      return { dataItems, pagingMetadata: { count, cursors, hasNext: cursor !== undefined } };
    },

    async count({ filter }: Input<typeof items.count>): Promise<Output<typeof items.count>> {
      return { totalCount: await database.count(collectionId, visibleOnly(filter), caller) };
    },

    async aggregate(input: Input<typeof items.aggregate>): Promise<Output<typeof items.aggregate>> {
      const { initialFilter, aggregation, finalFilter, sort } = input;
      const { limit, offset } = offsetIn(input);
      const operations = (aggregation?.operations ?? []).map(({ resultFieldName, ...each }) => {
        const [name, of] = Object.entries(each).find(([, value]) => value) ?? [];
        if (!name)
          throw new Refusal(
            dataErrors.invalidData,
            "An operation is one of average, min, max, sum and itemCount.",
            400,
          );
        const path = of && "itemFieldName" in of ? of.itemFieldName : "";
        return { ...each, resultFieldName: resultFieldName || (path ? `${path}${endings[name] ?? ""}` : "count") };
      });
      const groupingFields = aggregation?.groupingFields ?? [];
      const request = {
        initialFilter: visibleOnly(initialFilter),
        groupingFields,
        operations,
        finalFilter: seenResult(finalFilter),
      };
      const { rows, total } = await database.aggregate(
        collectionId,
        { ...request, sort: sort ?? [], limit, offset },
        caller,
      );
      return { results: rows as ItemData[], pagingMetadata: byOffset(rows.length, offset, total) };
    },

    async queryDistinctValues(
      input: Input<typeof items.queryDistinctValues>,
    ): Promise<Output<typeof items.queryDistinctValues>> {
      const { fieldName, filter, order } = input;
      const { limit, offset } = offsetIn(input);
      const request = { fieldName, filter: visibleOnly(filter), order, limit, offset };
      const { values, total } = await database.distinct(collectionId, request, caller);
      return {
        distinctValues: values as ItemData[string][],
        pagingMetadata: byOffset(values.length, offset, total),
      };
    },

    async queryReferenced(input: Input<typeof items.queryReferenced>): Promise<Output<typeof items.queryReferenced>> {
      const { referringItemId, referringItemFieldName: field, order, fields } = input;
      if (!referringItemId)
        throw new Refusal(dataErrors.referringItemMissing, "The id of the referring item is required.", 400);
      const { target } = targetOf(field ?? "");
      const part = partIn(input);
      await mustBeThere(referringItemId);
      const may = await mayRead(target);
      const found = await database.queryReferenced(
        collectionId,
        {
          referringFieldKey: field ?? "",
          referringItemIds: [referringItemId],
          includeItems: may,
          order,
          fields: fields ?? undefined,
          ...part,
        },
        caller,
      );
      const results = found.items.map(({ referencedItemId, referencedItem }) => {
        if (referencedItem) return { dataItem: wired(target, referencedItem) as never, referringItemId };
        return { unresolvedReference: { referencedItemId, unauthorized: !may }, referringItemId };
      });
      const count = results.length;
      if ("offset" in part) return { results, pagingMetadata: byOffset(count, part.offset, found.total) };
      const { nextCursor: next } = found;
      return { results, pagingMetadata: { count, cursors: next ? { next } : {}, hasNext: next !== undefined } };
    },

    async isReferenced(input: Input<typeof items.isReferenced>): Promise<Output<typeof items.isReferenced>> {
      const { referringItemFieldName, referringItemId, referencedItemId } = input;
      targetOf(referringItemFieldName);
      await mustBeThere(referringItemId);
      const ids = { referringItemIds: [referringItemId], referencedItemIds: [referencedItemId] };
      const request = { referringFieldKey: referringItemFieldName, limit: 1, ...ids };
      const { items: found } = await database.queryReferenced(collectionId, request, caller);
      return { isReferenced: found.length > 0 };
    },
  };

  /** A caller who may read only their own items must not find out which items other items refer to. */
  async function mustBeThere(id: string): Promise<void> {
    if (allowed !== "own") return;
    const found = await database.get(collectionId, id, caller);
    if (found?._owner !== caller.id) throw itemNotFound(id);
  }
}

const endings: Record<string, string> = { sum: "Sum", average: "Avg", min: "Min", max: "Max" };

const seenResult = (filter: unknown): Filter => {
  if (filter === undefined || filter === null || isObject(filter)) return filter;
  throw new Refusal(dataErrors.filterNotObject, "A filter must be an object.", 400);
};

const only = (item: Item, fields: readonly string[] | null | undefined): Item => {
  if (!fields?.length) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => key === "_id" || fields.includes(key)));
};
