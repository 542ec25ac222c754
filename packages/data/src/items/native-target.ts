import type { Environment, PatchSet } from "@uola/contract";
import type { Caller, Context } from "@uola/kernel";
import type { Collections, KnownCollection } from "../collections/collections.ts";
import { toDataItem } from "./data-item.ts";
import { createItemWriter, type Outcome } from "./item-writer.ts";
import { patched } from "./patch.ts";
import { closedFields } from "./read-only-fields.ts";
import { invalidFields, notAllowed } from "./refusals.ts";
import { createRemover } from "./remove.ts";
import { createReferring } from "./single-references.ts";
import { createPlaces } from "./store/item-tables.ts";
import type { Mode } from "./store/write-statements.ts";
import { type Hand, handOf } from "./write-grant.ts";
import type { Result, Target } from "./write-target.ts";

type Wished = { environment: Environment | null | undefined; includeDrafts: boolean; caller: Caller };

/** Collections of our own, as they are written to. */
export function createNativeTargets(context: Context, collections: Collections) {
  const places = createPlaces(context, collections);
  const writer = createItemWriter(context);
  const { remove, removeAll } = createRemover(context, places, writer.seal);
  const referring = createReferring(context, writer);

  return async function targetOf(known: KnownCollection, { environment, includeDrafts, caller }: Wished) {
    // Where something is written a sandbox is made, so nobody gets there before it is known that they may.
    const place = () => places.placeOf(known, environment);
    const hand = { ...handOf(known, caller, includeDrafts), closed: await closedFields(collections, known, caller) };
    const mustReach = (fields: readonly string[]) =>
      must(
        !fields.some((field) => hand.closed.has(field)),
        "change items of the collection that keeps these references",
      );
    const mustChange = () => must(hand.update !== "none", "change items");
    const target: Target = {
      async write(mode, wishes) {
        must(may[mode](hand), mode === "insert" ? "add items" : "change items");
        return results(known, await writer[mode](await place(), wishes, hand));
      },
      async patch(patchSets) {
        mustChange();
        const changes = patchSets.map(({ dataItemId: id, fieldUpdates }) => ({
          id,
          change: (before: Parameters<typeof patched>[0]) => {
            refuseReferences(known, fieldUpdates);
            return patched(before, fieldUpdates);
          },
        }));
        return results(known, await writer.change(await place(), changes, hand));
      },
      async remove(ids) {
        must(hand.remove !== "none", "remove items");
        return results(
          known,
          await remove(
            await place(),
            ids.map((id) => ({ id })),
            hand,
          ),
        );
      },
      async removeAll() {
        must(hand.remove === "all", "remove all items");
        await removeAll(await place(), hand);
      },
      async addReferences(references) {
        mustChange();
        mustReach(references.map(({ referringItemFieldName }) => referringItemFieldName));
        return referring.add(await place(), references, hand);
      },
      async removeReferences(references) {
        mustChange();
        mustReach(references.map(({ referringItemFieldName }) => referringItemFieldName));
        return referring.remove(await place(), references, hand);
      },
      async replaceReferences(field, itemId, ids) {
        mustChange();
        mustReach([field]);
        await referring.replace(await place(), field, itemId, ids, hand);
      },
    };
    return target;
  };
}

const may: Record<Mode, (hand: Hand) => boolean> = {
  insert: ({ insert }) => insert,
  update: ({ update }) => update !== "none",
  save: ({ insert, update }) => insert || update !== "none",
};

function must(allowed: boolean, what: string): void {
  if (!allowed) throw notAllowed(what);
}

const results = (known: KnownCollection, outcomes: readonly Outcome[]): Result[] =>
  outcomes.map((outcome) =>
    "error" in outcome
      ? outcome
      : { id: outcome.id, action: outcome.action, item: () => toDataItem(known, outcome.item) },
  );

/** What a field with many references refers to is no part of the data: it can only be said as a whole. */
function refuseReferences({ fields }: KnownCollection, updates: PatchSet["fieldUpdates"]): void {
  const wrongs = updates.flatMap(({ fieldPath, action }) =>
    fields.get(fieldPath)?.type === "MULTI_REFERENCE" && action !== "SET_FIELD"
      ? [{ fieldPath, message: "can only be set; single references are added and removed by calls of their own" }]
      : [],
  );
  if (wrongs.length > 0) throw invalidFields(wrongs);
}
