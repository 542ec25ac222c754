import { z } from "zod";
import { type Ask, saidInV3 } from "./adapter-client.ts";
import { AdapterError } from "./adapter-error.ts";
import type { By, ExternalDatabase, Reference, ReferenceOutcome } from "./external-database.ts";
import { Metadata, nextOf, pageOf } from "./paging-modes.ts";
import { shaped } from "./protocol-legacy-schemas.ts";
import type { Known } from "./schema-cache.ts";
import { itemKept } from "./wire-values.ts";

const free = z.record(z.string(), z.unknown());
const Referenced = z.object({
  items: z.array(
    z.object({ referringItemId: z.string(), referencedItemId: z.string(), referencedItem: free.nullish() }),
  ),
  pagingMetadata: Metadata,
});
const Results = z.object({ results: z.array(z.object({ reference: free.nullish(), error: free.nullish() })) });
const referencesAtOnce = 1000;

/** References kept by adapters of protocol 3; of those that only announce them a call is refused as unsupported. */
export function referencesOf(
  ask: Ask,
  known: Known,
): Pick<ExternalDatabase, "queryReferenced" | "insertReferences" | "removeReferences"> {
  async function write(
    path: string,
    [collectionId, referringFieldKey, references, by]: [string, string, readonly Reference[], By],
  ): Promise<ReferenceOutcome[]> {
    const outcomes: ReferenceOutcome[] = [];
    for (let from = 0; from < references.length; from += referencesAtOnce) {
      const some = references.slice(from, from + referencesAtOnce);
      const body = { collectionId, referringFieldKey, references: some };
      const { results } = shaped(Results, await ask(path, body, { by, changes: true }));
      if (results.length !== some.length) {
        throw new AdapterError("BAD_ANSWER", `The database answered ${results.length} results for ${some.length}.`);
      }
      for (const [i, { error }] of results.entries()) {
        const { kind, message, data } = saidInV3(error ?? {}, "BAD_ANSWER");
        const failed = new AdapterError(kind, message ?? "The database refused this reference.", data ?? {});
        outcomes.push(error ? { error: failed.failed } : { reference: some[i] as Reference });
      }
    }
    return outcomes;
  }

  return {
    async queryReferenced(id, query, by) {
      const collection = await known.get(id);
      const { referringFieldKey, referringItemIds = [], referencedItemIds = [], order, fields, includeItems } = query;
      const { start, paging } = pageOf(collection, query);
      const body = {
        collectionId: id,
        referringFieldKey,
        referringItemIds,
        referencedItemIds,
        order: order ?? "ASC",
        ...paging,
        fieldsToReturn: fields ?? [],
        includeReferencedItems: includeItems ?? false,
        consistentRead: false,
        returnTotalCount: true,
      };
      const { items, pagingMetadata } = shaped(Referenced, await ask("/v3/items/query-referenced", body, { by }));
      const total = pagingMetadata?.total;
      return {
        items: items.map(({ referencedItem, ...reference }) => ({
          ...reference,
          ...(referencedItem && { referencedItem: itemKept(referencedItem, new Map(), true) }),
        })),
        ...(total != null && { total }),
        ...nextOf(collection, pagingMetadata?.cursors?.next, { count: items.length, start, limit: query.limit }),
      };
    },
    insertReferences: (...asked) => write("/v3/items/insert-references", asked),
    removeReferences: (...asked) => write("/v3/items/remove-references", asked),
  };
}
