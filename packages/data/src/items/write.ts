import type { DataItemReference, Environment, items } from "@uola/contract";
import type { Call, Context, Handlers } from "@uola/kernel";
import type { Collections } from "../collections/collections.ts";
import { bulkAnswer, bulkReferenceAnswer, onlyOf } from "./bulk-results.ts";
import type { ExternalTargets } from "./external-target.ts";
import { createNativeTargets } from "./native-target.ts";
import type { Mode } from "./store/write-statements.ts";
import type { ReferenceResult, Target } from "./write-target.ts";

type WriteOperation =
  | "insert"
  | "update"
  | "save"
  | "patch"
  | "remove"
  | "truncate"
  | "bulkInsert"
  | "bulkUpdate"
  | "bulkSave"
  | "bulkPatch"
  | "bulkRemove"
  | "insertReference"
  | "removeReference"
  | "bulkInsertReferences"
  | "bulkRemoveReferences"
  | "replaceReferences";
type Where = {
  dataCollectionId: string;
  environment?: Environment | null | undefined;
  publishPluginOptions?: { includeDraftItems?: boolean | null | undefined } | null | undefined;
};

/** Every call that changes items. */
export function writeHandlers(
  context: Context,
  collections: Collections,
  externalTargets: ExternalTargets,
): Pick<Handlers<typeof items>, WriteOperation> {
  const { changes } = context;
  const nativeTargets = createNativeTargets(context, collections);

  /** Does something to a collection, ours or not; what pages show of it is drawn anew. */
  async function at<Answer>(
    where: Where,
    { caller }: Call,
    work: (target: Target) => Promise<Answer>,
  ): Promise<Answer> {
    const { dataCollectionId: id, environment, publishPluginOptions } = where;
    const external = await externalTargets(id, caller);
    if (external) return work(external);
    const includeDrafts = publishPluginOptions?.includeDraftItems === true;
    return collections.using(id, async (collection) => {
      const answer = await work(await nativeTargets(collection, { environment, includeDrafts, caller }));
      if (collection.shown) changes.publish("content");
      return answer;
    });
  }

  const one =
    (mode: Mode): Handlers<typeof items>["insert"] =>
    ({ dataItem, ...where }, call) =>
      at(where, call, async (target) => onlyOf(await target.write(mode, [dataItem])));

  const many =
    (mode: Mode): Handlers<typeof items>["bulkInsert"] =>
    ({ dataItems, returnEntity, ...where }, call) => {
      return at(where, call, async (target) =>
        bulkAnswer(await target.write(mode, dataItems), mode === "insert" ? "INSERT" : "UPDATE", returnEntity === true),
      );
    };

  return {
    insert: one("insert"),
    update: one("update"),
    save: ({ dataItem, ...where }, call) =>
      at(where, call, async (target) => {
        const { action, dataItem: saved } = onlyOf(await target.write("save", [dataItem]));
        return { action: action === "INSERT" ? "INSERTED" : "UPDATED", dataItem: saved };
      }),
    patch: ({ patchSet, ...where }, call) => at(where, call, async (target) => onlyOf(await target.patch([patchSet]))),
    remove: ({ dataItemId, ...where }, call) =>
      at(where, call, async (target) => onlyOf(await target.remove([dataItemId]))),
    truncate: (where, call) =>
      at(where, call, async (target) => {
        await target.removeAll();
        return {};
      }),

    bulkInsert: many("insert"),
    bulkUpdate: many("update"),
    bulkSave: many("save"),
    async bulkPatch({ patchSets, returnEntity, ...where }, call) {
      return at(where, call, async (target) =>
        bulkAnswer(await target.patch(patchSets), "PATCH", returnEntity === true, "PATCH"),
      );
    },
    async bulkRemove({ dataItemIds, ...where }, call) {
      return at(where, call, async (target) => bulkAnswer(await target.remove(dataItemIds), "DELETE", false));
    },

    insertReference: ({ dataItemReference, ...where }, call) =>
      at(where, call, async (target) => only(dataItemReference, await target.addReferences([dataItemReference]))),
    removeReference: ({ dataItemReference, ...where }, call) =>
      at(where, call, async (target) => only(dataItemReference, await target.removeReferences([dataItemReference]))),
    async bulkInsertReferences({ dataItemReferences, returnEntity, ...where }, call) {
      return at(where, call, async (target) => {
        const results = await target.addReferences(dataItemReferences);
        return bulkReferenceAnswer(dataItemReferences, results, "INSERT", returnEntity === true);
      });
    },
    async bulkRemoveReferences({ dataItemReferences, returnEntity, ...where }, call) {
      return at(where, call, async (target) => {
        const results = await target.removeReferences(dataItemReferences);
        return bulkReferenceAnswer(dataItemReferences, results, "DELETE", returnEntity === true);
      });
    },
    replaceReferences: ({ referringItemFieldName, referringItemId, newReferencedItemIds, ...where }, call) =>
      at(where, call, async (target) => {
        const ids = [...new Set(newReferencedItemIds ?? [])];
        await target.replaceReferences(referringItemFieldName, referringItemId, ids);
        return {
          dataItemReferences: ids.map((referencedItemId) => ({
            referringItemFieldName,
            referringItemId,
            referencedItemId,
          })),
        };
      }),
  };
}

function only(dataItemReference: DataItemReference, [result]: readonly ReferenceResult[]) {
  if (result?.error) throw result.error;
  return { dataItemReference };
}
