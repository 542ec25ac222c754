import { isDeepStrictEqual } from "node:util";
import type { ItemData, PatchSet } from "@uola/contract";
import { type FieldIssue, invalidFields } from "./refusals.ts";
import { isObject } from "./validation.ts";

type FieldUpdate = PatchSet["fieldUpdates"][number];
type Value = ItemData[string];

const untouchable = new Set(["_id", "_createdDate", "_updatedDate"]);

/** Applies updates of single fields in order. Rejects a path that does not exist with `invalidData`. */
export function applyPatch(data: ItemData, updates: readonly FieldUpdate[]): ItemData {
  const copy = structuredClone(data);
  const wrongs: FieldIssue[] = [];
  for (const update of updates) {
    const message = apply(copy, update);
    if (message) wrongs.push({ fieldPath: update.fieldPath, message });
  }
  if (wrongs.length > 0) throw invalidFields(wrongs);
  return copy;
}

/** Applies one update. Returns the error message, if any. */
function apply(data: ItemData, { fieldPath, action, ...operands }: FieldUpdate): string | undefined {
  // A key that equals the whole path takes precedence over the path's segments.
  const path = Object.hasOwn(data, fieldPath) ? [fieldPath] : fieldPath.split(".");
  if (untouchable.has(path[0] as string)) return "is set by the platform";
  if (path.includes("__proto__")) return 'must not lead through "__proto__"';
  const makes = action === "SET_FIELD" || action === "INCREMENT_FIELD" || action === "APPEND_TO_ARRAY";
  const step = follow(data, path, makes);
  if (step === "blocked") return "leads through a value that is not an object";
  if (step === "nowhere") return undefined;
  const { at, key } = step;
  const now = Object.hasOwn(at, key) ? at[key] : undefined;
  const set = (value: Value) => {
    Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true });
  };
  if (action === "SET_FIELD") set(operands.setField?.value ?? null);
  else if (action === "REMOVE_FIELD") {
    if (Array.isArray(at)) at.splice(Number(key), 1);
    else delete at[key];
  } else if (action === "INCREMENT_FIELD") {
    const by = operands.incrementField?.value;
    if (typeof by !== "number") return "needs a number to increment by";
    if (now !== undefined && now !== null && typeof now !== "number") return "is not a number";
    const sum = (now ?? 0) + by;
    if (!Number.isFinite(sum)) return "would be out of range";
    set(sum);
  } else if (action === "APPEND_TO_ARRAY") {
    if (now !== undefined && now !== null && !Array.isArray(now)) return "is not an array";
    set([...(now ?? []), operands.appendToArray?.value ?? null]);
  } else if (action === "REMOVE_FROM_ARRAY") {
    if (now === undefined || now === null) return undefined;
    if (!Array.isArray(now)) return "is not an array";
    set(now.filter((each) => !isDeepStrictEqual(each, operands.removeFromArray?.value ?? null)));
  } else return "has an unknown action";
  return undefined;
}

type Holder = Record<string, Value>;
type Step = { at: Holder; key: string } | "blocked" | "nowhere";

/** Finds the object or array that contains the path's last key. With `makes`, creates missing objects. */
function follow(data: ItemData, path: readonly string[], makes: boolean): Step {
  let at: Holder = data;
  for (const key of path.slice(0, -1)) {
    if (!canHold(at, key, false)) return "blocked";
    let next = Object.hasOwn(at, key) ? at[key] : undefined;
    if (next === undefined || next === null) {
      if (!makes) return "nowhere";
      next = {};
      Object.defineProperty(at, key, { value: next, enumerable: true, configurable: true, writable: true });
    }
    if (!isObject(next) && !Array.isArray(next)) return "blocked";
    at = next as Holder;
  }
  const key = path.at(-1) as string;
  if (!canHold(at, key, makes)) return "blocked";
  return !makes && !Object.hasOwn(at, key) ? "nowhere" : { at, key };
}

/**
 * Whether a key is valid in an object or array. In an array it must be an index; with `mayGrow` it
 * may also be the length.
 */
function canHold(at: Holder, key: string, mayGrow: boolean): boolean {
  if (!Array.isArray(at)) return true;
  return /^(0|[1-9]\d{0,5})$/.test(key) && Number(key) < at.length + (mayGrow ? 1 : 0);
}
