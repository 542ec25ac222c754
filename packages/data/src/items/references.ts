import type { DataItemReference, items } from "@uola/contract";
import type { Handlers } from "@uola/kernel";
import { bulkReferenceAnswer } from "./bulk-results.ts";
import type { WithTarget } from "./resolve-target.ts";
import type { ReferenceResult } from "./write-target.ts";

type ReferenceOperation =
  | "insertReference"
  | "removeReference"
  | "bulkInsertReferences"
  | "bulkRemoveReferences"
  | "replaceReferences";

/** Handlers for references between items. */
export function referenceHandlers(withTarget: WithTarget): Pick<Handlers<typeof items>, ReferenceOperation> {
  return {
    insertReference: ({ dataItemReference, ...where }, call) =>
      withTarget(where, call, async (target) =>
        only(dataItemReference, await target.addReferences([dataItemReference])),
      ),
    removeReference: ({ dataItemReference, ...where }, call) =>
      withTarget(where, call, async (target) =>
        only(dataItemReference, await target.removeReferences([dataItemReference])),
      ),
    async bulkInsertReferences({ dataItemReferences, returnEntity, ...where }, call) {
      return withTarget(where, call, async (target) => {
        const results = await target.addReferences(dataItemReferences);
        return bulkReferenceAnswer(dataItemReferences, results, "INSERT", returnEntity === true);
      });
    },
    async bulkRemoveReferences({ dataItemReferences, returnEntity, ...where }, call) {
      return withTarget(where, call, async (target) => {
        const results = await target.removeReferences(dataItemReferences);
        return bulkReferenceAnswer(dataItemReferences, results, "DELETE", returnEntity === true);
      });
    },
    replaceReferences: ({ referringItemFieldName, referringItemId, newReferencedItemIds, ...where }, call) =>
      withTarget(where, call, async (target) => {
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
