import { required } from "@uola/contract/required";
import { z } from "zod";
import { type AdapterCall, errorFactsOfV3 } from "./adapter-client.ts";
import { AdapterError } from "./adapter-error.ts";
import type { ExternalDatabase, Reference, ReferenceOutcome, Requester } from "./external-database.ts";
import { Metadata, nextOf, pageOf } from "./paging-modes.ts";
import { parseResponse } from "./protocol-legacy-schemas.ts";
import type { SchemaCache } from "./schema-cache.ts";
import { fromAdapterItem } from "./wire-values.ts";

const freeObject = z.record(z.string(), z.unknown());
const ReferencedAnswer = z.object({
  items: z.array(
    z.object({ referringItemId: z.string(), referencedItemId: z.string(), referencedItem: freeObject.nullish() }),
  ),
  pagingMetadata: Metadata,
});
const ResultsAnswer = z.object({
  results: z.array(z.object({ reference: freeObject.nullish(), error: freeObject.nullish() })),
});
const referencesAtOnce = 1000;

/**
 * References stored by adapters of protocol 3. An adapter may declare references without supporting
 * them; the call is then rejected.
 */
export function referencesOf(
  callAdapter: AdapterCall,
  schemas: SchemaCache,
): Pick<ExternalDatabase, "queryReferenced" | "insertReferences" | "removeReferences"> {
  async function write(
    path: string,
    [collectionId, referringFieldKey, references, by]: [string, string, readonly Reference[], Requester],
  ): Promise<ReferenceOutcome[]> {
    const outcomes: ReferenceOutcome[] = [];
    for (let from = 0; from < references.length; from += referencesAtOnce) {
      const some = references.slice(from, from + referencesAtOnce);
      const body = { collectionId, referringFieldKey, references: some };
      const { results } = parseResponse(ResultsAnswer, await callAdapter(path, body, { by, changes: true }));
      if (results.length !== some.length) {
        throw new AdapterError("BAD_ANSWER", `The response has ${results.length} results for ${some.length} inputs.`);
      }
      for (const [i, { error }] of results.entries()) {
        const { kind, message, data } = errorFactsOfV3(error ?? {}, "BAD_ANSWER");
        const failed = new AdapterError(kind, message ?? "The database refused this reference.", data ?? {});
        outcomes.push(error ? { error: failed.failed } : { reference: required(some[i], "reference") });
      }
    }
    return outcomes;
  }

  return {
    async queryReferenced(id, query, by) {
      const collection = await schemas.get(id);
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
      const { items, pagingMetadata } = parseResponse(
        ReferencedAnswer,
        await callAdapter("/v3/items/query-referenced", body, { by }),
      );
      const total = pagingMetadata?.total;
      return {
        items: items.map(({ referencedItem, ...reference }) => ({
          ...reference,
          ...(referencedItem && { referencedItem: fromAdapterItem(referencedItem, new Map(), true) }),
        })),
        ...(total != null && { total }),
        ...nextOf(collection, pagingMetadata?.cursors?.next, { count: items.length, start, limit: query.limit }),
      };
    },
    insertReferences: (...request) => write("/v3/items/insert-references", request),
    removeReferences: (...request) => write("/v3/items/remove-references", request),
  };
}
