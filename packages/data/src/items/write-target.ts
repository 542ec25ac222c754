import type { DataItem, DataItemReference, PatchSet } from "@uola/contract";
import type { Refusal } from "@uola/kernel";
import type { WriteInput } from "./item-writer.ts";
import type { Mode } from "./store/write-statements.ts";

export type Result =
  | { id: string; action: "INSERT" | "UPDATE" | "DELETE"; item(): DataItem }
  | { id: string | undefined; error: Refusal };
export type ReferenceResult = { error?: Refusal };

/**
 * A native or external collection as the write target of one caller. Rejects a whole call with
 * `notAllowed`.
 */
export type Target = {
  write(mode: Mode, inputs: readonly WriteInput[]): Promise<Result[]>;
  patch(patchSets: readonly PatchSet[]): Promise<Result[]>;
  remove(ids: readonly string[]): Promise<Result[]>;
  removeAll(): Promise<void>;
  addReferences(references: readonly DataItemReference[]): Promise<ReferenceResult[]>;
  removeReferences(references: readonly DataItemReference[]): Promise<ReferenceResult[]>;
  replaceReferences(field: string, itemId: string, ids: readonly string[]): Promise<void>;
};
