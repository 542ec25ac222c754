import type { DataItem, DataItemReference } from "@uola/contract";
import type { Refusal } from "@uola/kernel";
import type { ReferenceResult, Result } from "./write-target.ts";

type Action = "INSERT" | "UPDATE" | "DELETE" | "PATCH";

/** Returns bulk results in wire format. `action` is the attempted action of failed items. */
export function bulkAnswer(results: readonly Result[], action: Action, returnEntity: boolean, always?: Action) {
  let failures = 0;
  const wireResults = results.map((result, originalIndex) => {
    if ("error" in result) {
      failures += 1;
      return { action: always ?? action, itemMetadata: failed(result.id, originalIndex, result.error) };
    }
    const itemMetadata = { id: result.id, originalIndex, success: true };
    const done = { action: always ?? result.action, itemMetadata };
    return returnEntity ? { ...done, dataItem: result.item() } : done;
  });
  return {
    results: wireResults,
    bulkActionMetadata: { totalSuccesses: results.length - failures, totalFailures: failures },
  };
}

export function bulkReferenceAnswer(
  references: readonly DataItemReference[],
  results: readonly ReferenceResult[],
  action: "INSERT" | "DELETE",
  returnEntity: boolean,
) {
  const totalFailures = results.filter(({ error }) => error).length;
  const wireResults = references.map((dataItemReference, originalIndex) => {
    const { referringItemId: id } = dataItemReference;
    const error = results[originalIndex]?.error;
    if (error) return { action, referenceMetadata: failed(id, originalIndex, error) };
    const done = { action, referenceMetadata: { id, originalIndex, success: true } };
    return returnEntity ? { ...done, dataItemReference } : done;
  });
  return {
    results: wireResults,
    bulkActionMetadata: { totalSuccesses: references.length - totalFailures, totalFailures },
  };
}

const failed = (id: string | undefined, originalIndex: number, { code, message: description, data }: Refusal) => ({
  ...(id !== undefined && { id }),
  originalIndex,
  success: false,
  error: { code, description, data },
});

/** Returns the result of a call for a single item, or throws its error. */
export function onlyOf(results: readonly Result[]): { action: "INSERT" | "UPDATE" | "DELETE"; dataItem: DataItem } {
  const [result] = results;
  if (!result) throw new Error("no item was written");
  if ("error" in result) throw result.error;
  return { action: result.action, dataItem: result.item() };
}
