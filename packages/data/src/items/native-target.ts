import type { Environment, PatchSet } from "@uola/contract";
import type { Caller, Context } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";
import { createBatchedInsert } from "./batched-insert.ts";
import { toDataItem } from "./data-item.ts";
import type { ItemAccess } from "./item-access.ts";
import type { Outcome } from "./item-writer.ts";
import { applyPatch } from "./patch.ts";
import { isUnnamed } from "./prepare-row.ts";
import { readOnlyFields } from "./read-only-fields.ts";
import { invalidFields, notAllowed } from "./refusals.ts";
import { createSingleReferences } from "./single-references.ts";
import type { Mode } from "./store/write-statements.ts";
import { grantFor, type WriteGrant } from "./write-grant.ts";
import type { Result, Target } from "./write-target.ts";

type TargetOptions = { environment: Environment | null | undefined; includeDrafts: boolean; caller: Caller };

/** Write targets of native collections. */
export function createNativeTargets(context: Context, { collections, itemTables, writer, remover }: ItemAccess) {
  const { remove, removeAll } = remover;
  const singleReferences = createSingleReferences(context, writer);
  const insertTogether = createBatchedInsert(writer);

  return async function targetOf(collection: CollectionSchema, { environment, includeDrafts, caller }: TargetOptions) {
    // Called only after permissions have been checked, because a write creates the sandbox.
    const itemTable = () => itemTables.tableFor(collection, environment);
    const grant = {
      ...grantFor(collection, caller, includeDrafts),
      closed: await readOnlyFields(collections, collection, caller),
    };
    const mustReach = (fields: readonly string[]) =>
      must(
        !fields.some((field) => grant.closed.has(field)),
        "change items of the collection that stores these references",
      );
    const mustChange = () => must(grant.update !== "none", "change items");
    const target: Target = {
      async write(mode, inputs) {
        must(may[mode](grant), mode === "insert" ? "add items" : "change items");
        const [only, ...more] = inputs;
        if (mode === "insert" && only && more.length === 0 && isUnnamed(collection, only)) {
          return results(collection, [await insertTogether(await itemTable(), only, grant)]);
        }
        return results(collection, await writer[mode](await itemTable(), inputs, grant));
      },
      async patch(patchSets) {
        mustChange();
        const changes = patchSets.map(({ dataItemId: id, fieldUpdates }) => ({
          id,
          change: (before: Parameters<typeof applyPatch>[0]) => {
            refuseReferences(collection, fieldUpdates);
            return applyPatch(before, fieldUpdates);
          },
        }));
        return results(collection, await writer.change(await itemTable(), changes, grant));
      },
      async remove(ids) {
        must(grant.remove !== "none", "remove items");
        return results(
          collection,
          await remove(
            await itemTable(),
            ids.map((id) => ({ id })),
            grant,
          ),
        );
      },
      async removeAll() {
        must(grant.remove === "all", "remove all items");
        await removeAll(await itemTable(), grant);
      },
      async addReferences(references) {
        mustChange();
        mustReach(references.map(({ referringItemFieldName }) => referringItemFieldName));
        return singleReferences.add(await itemTable(), references, grant);
      },
      async removeReferences(references) {
        mustChange();
        mustReach(references.map(({ referringItemFieldName }) => referringItemFieldName));
        return singleReferences.remove(await itemTable(), references, grant);
      },
      async replaceReferences(field, itemId, ids) {
        mustChange();
        mustReach([field]);
        await singleReferences.replace(await itemTable(), field, itemId, ids, grant);
      },
    };
    return target;
  };
}

const may: Record<Mode, (grant: WriteGrant) => boolean> = {
  insert: ({ insert }) => insert,
  update: ({ update }) => update !== "none",
  save: ({ insert, update }) => insert || update !== "none",
};

function must(allowed: boolean, what: string): void {
  if (!allowed) throw notAllowed(what);
}

const results = (collection: CollectionSchema, outcomes: readonly Outcome[]): Result[] =>
  outcomes.map((outcome) =>
    "error" in outcome
      ? outcome
      : { id: outcome.id, action: outcome.action, item: () => toDataItem(collection, outcome.item) },
  );

/** References are not part of the data, so a patch can only replace a field's references as a whole. */
function refuseReferences({ fields }: CollectionSchema, updates: PatchSet["fieldUpdates"]): void {
  const wrongs = updates.flatMap(({ fieldPath, action }) =>
    fields.get(fieldPath)?.type === "MULTI_REFERENCE" && action !== "SET_FIELD"
      ? [{ fieldPath, message: "can only be set as a whole; use the reference operations for single references" }]
      : [],
  );
  if (wrongs.length > 0) throw invalidFields(wrongs);
}
