import { isDeepStrictEqual } from "node:util";
import type { ItemData, PatchSet } from "@uola/contract";
import { type FieldWrong, invalidFields } from "./refusals.ts";
import { isObject } from "./validation.ts";

type FieldUpdate = PatchSet["fieldUpdates"][number];
type Value = ItemData[string];

const untouchable = new Set(["_id", "_createdDate", "_updatedDate"]);

/** The data after changes of single fields, in their order; refuses with `invalidData` where a path leads nowhere. */
export function patched(data: ItemData, updates: readonly FieldUpdate[]): ItemData {
  const copy = structuredClone(data);
  const wrongs: FieldWrong[] = [];
  for (const update of updates) {
    const message = apply(copy, update);
    if (message) wrongs.push({ fieldPath: update.fieldPath, message });
  }
  if (wrongs.length > 0) throw invalidFields(wrongs);
  return copy;
}

/** Makes one change; returns what is wrong with it. */
function apply(data: ItemData, { fieldPath, action, ...operands }: FieldUpdate): string | undefined {
  // a key that is there as it is written goes before a path through objects
  const path = Object.hasOwn(data, fieldPath) ? [fieldPath] : fieldPath.split(".");
  if (untouchable.has(path[0] as string)) return "is kept by the platform";
  if (path.includes("__proto__")) return 'must not lead through "__proto__"';
  const makes = action === "SET_FIELD" || action === "INCREMENT_FIELD" || action === "APPEND_TO_ARRAY";
  const step = follow(data, path, makes);
  if (step === "blocked") return "leads through a value that has no fields";
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
    if (typeof by !== "number") return "must be given a number to be incremented by";
    if (now !== undefined && now !== null && typeof now !== "number") return "is no number";
    const sum = (now ?? 0) + by;
    if (!Number.isFinite(sum)) return "would be too large a number";
    set(sum);
  } else if (action === "APPEND_TO_ARRAY") {
    if (now !== undefined && now !== null && !Array.isArray(now)) return "is no array";
    set([...(now ?? []), operands.appendToArray?.value ?? null]);
  } else if (action === "REMOVE_FROM_ARRAY") {
    if (now === undefined || now === null) return undefined;
    if (!Array.isArray(now)) return "is no array";
    set(now.filter((each) => !isDeepStrictEqual(each, operands.removeFromArray?.value ?? null)));
  } else return "must be told what to do with it";
  return undefined;
}

type Holder = Record<string, Value>;
type Step = { at: Holder; key: string } | "blocked" | "nowhere";

/** The object or array in which a path's last key stands; objects on the way are made where something is to be put there. */
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

/** In an array, a key is the number of an element, or of the one after the last where one may be added. */
function canHold(at: Holder, key: string, mayGrow: boolean): boolean {
  if (!Array.isArray(at)) return true;
  return /^(0|[1-9]\d{0,5})$/.test(key) && Number(key) < at.length + (mayGrow ? 1 : 0);
}
