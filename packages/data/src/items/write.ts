import type { items } from "@uola/contract";
import type { Handlers } from "@uola/kernel";
import { bulkAnswer, onlyOf } from "./bulk-results.ts";
import type { WithTarget } from "./resolve-target.ts";
import type { Mode } from "./store/write-statements.ts";

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
  | "bulkRemove";

/** Handlers for operations that add, change and remove items. */
export function writeHandlers(withTarget: WithTarget): Pick<Handlers<typeof items>, WriteOperation> {
  const one =
    (mode: Mode): Handlers<typeof items>["insert"] =>
    ({ dataItem, ...where }, call) =>
      withTarget(where, call, async (target) => onlyOf(await target.write(mode, [dataItem])));

  const many =
    (mode: Mode): Handlers<typeof items>["bulkInsert"] =>
    ({ dataItems, returnEntity, ...where }, call) => {
      return withTarget(where, call, async (target) =>
        bulkAnswer(await target.write(mode, dataItems), mode === "insert" ? "INSERT" : "UPDATE", returnEntity === true),
      );
    };

  return {
    insert: one("insert"),
    update: one("update"),
    save: ({ dataItem, ...where }, call) =>
      withTarget(where, call, async (target) => {
        const { action, dataItem: saved } = onlyOf(await target.write("save", [dataItem]));
        return { action: action === "INSERT" ? "INSERTED" : "UPDATED", dataItem: saved };
      }),
    patch: ({ patchSet, ...where }, call) =>
      withTarget(where, call, async (target) => onlyOf(await target.patch([patchSet]))),
    remove: ({ dataItemId, ...where }, call) =>
      withTarget(where, call, async (target) => onlyOf(await target.remove([dataItemId]))),
    truncate: (where, call) =>
      withTarget(where, call, async (target) => {
        await target.removeAll();
        return {};
      }),

    bulkInsert: many("insert"),
    bulkUpdate: many("update"),
    bulkSave: many("save"),
    async bulkPatch({ patchSets, returnEntity, ...where }, call) {
      return withTarget(where, call, async (target) =>
        bulkAnswer(await target.patch(patchSets), "PATCH", returnEntity === true, "PATCH"),
      );
    },
    async bulkRemove({ dataItemIds, ...where }, call) {
      return withTarget(where, call, async (target) => bulkAnswer(await target.remove(dataItemIds), "DELETE", false));
    },
  };
}
