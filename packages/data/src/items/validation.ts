import { isDeepStrictEqual } from "node:util";
import { type CollectionField, dataErrors, type ItemData } from "@uola/contract";
import { Refusal } from "@uola/kernel";
import { type CollectionSchema, itemIdLengthMax as idLengthMax, isItemId } from "../collections/collections.ts";
import { pageLinks } from "./page-links.ts";
import { type FieldIssue, invalidFields, invalidItem } from "./refusals.ts";

export const itemBytesMax = 500 * 1024;
const depthMax = 50;
const keyLengthMax = 1000;

/** Validated input, split into the item's data and values that the platform stores separately. */
export type CheckedItem = {
  data: ItemData;
  status: "PUBLISHED" | "DRAFT" | undefined;
  owner: string | undefined;
  /** The references in the MULTI_REFERENCE fields that are set in the data. */
  references: Record<string, string[]> | undefined;
};
export type FieldChecks = {
  /**
   * Validates an item. Rejects with `itemNotObject`, `invalidData`, `reservedKey` or
   * `nestedTooDeep`. `was` is the current item, which is required if `compares`; without it,
   * immutable fields may change.
   */
  check(data: unknown, id: string, was: { before: ItemData | undefined } | undefined): CheckedItem;
  /**
   * Whether the collection has immutable or read-only fields, so that the current item is needed
   * for validation.
   */
  compares: boolean;
};

type FieldCheck = (value: unknown, wrong: (message: string) => void) => void;
type ProtectedField = { key: string; readOnly: boolean };

const compiled = new WeakMap<CollectionSchema, FieldChecks>();
/** Returns the checks of a collection, built once per revision. */
export function checksOf(collection: CollectionSchema): FieldChecks {
  const made = compiled.get(collection) ?? compile(collection);
  compiled.set(collection, made);
  return made;
}

function compile(collection: CollectionSchema): FieldChecks {
  const fields = [...collection.fields.values()].filter(({ systemField }) => systemField !== true);
  const checks = fields.flatMap((field): [string, FieldCheck][] => fieldChecks(field).map((each) => [field.key, each]));
  const single = keysOf(fields, "REFERENCE");
  const multiple = keysOf(fields, "MULTI_REFERENCE");
  const links = pageLinks(collection);
  const compared: ProtectedField[] = fields
    .filter(({ immutable, readOnly }) => immutable === true || readOnly === true)
    .map(({ key, readOnly }) => ({ key, readOnly: readOnly === true }));
  const translatable = new Set(collection.translatable);
  const touches = single.length + multiple.length + links.length + compared.length > 0;

  function check(sent: unknown, id: string, was: { before: ItemData | undefined } | undefined): CheckedItem {
    checkUndeclaredData(sent);
    const status = statusIn(sent._publishStatus);
    const owner = ownerIn(sent._owner);
    let data = withoutStamps(sent);
    if (touches && data === sent) data = { ...data };
    const wrongs: FieldIssue[] = [];
    if (was) for (const { key, readOnly } of compared) preserveProtectedField(data, was.before, key, readOnly, wrongs);
    for (const key of single) {
      if (data[key] !== undefined) data[key] = referenceIn(data[key], key, wrongs) as string;
    }
    const references = referencesIn(data, multiple, wrongs);
    for (const write of links) write(data, id);
    for (const [key, each] of checks) {
      const value = references?.[key] ?? data[key];
      each(value, (message) => wrongs.push({ fieldPath: key, message }));
    }
    if (translatable.size > 0) checkTranslations(data._translations, translatable, wrongs);
    if (wrongs.length > 0) throw invalidFields(wrongs);
    return { data, status, owner, references };
  }

  return { check, compares: compared.length > 0 };
}

/**
 * Validates data without field declarations. Rejects with `itemNotObject`, `invalidData`,
 * `reservedKey` or `nestedTooDeep`.
 */
export function checkUndeclaredData(sent: unknown): asserts sent is ItemData {
  if (!isObject(sent)) throw new Refusal(dataErrors.itemNotObject, "An item's data must be an object.", 400);
  walk(sent, 1);
}

const keysOf = (fields: readonly CollectionField[], type: CollectionField["type"]) =>
  fields.filter((field) => field.type === type).map(({ key }) => key);

export const isObject = (value: unknown): value is ItemData =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const stamps = ["_id", "_createdDate", "_updatedDate", "_owner", "_publishStatus"];
function withoutStamps(sent: ItemData): ItemData {
  if (!stamps.some((key) => key in sent)) return sent;
  const { _id, _createdDate, _updatedDate, _owner, _publishStatus, ...data } = sent;
  return data;
}

/** Keys that start with `$` are reserved; only dates use such a key. */
function walk(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > depthMax) throw new Refusal(dataErrors.nestedTooDeep, `Data nests at most ${depthMax} levels deep.`, 400);
  if (Array.isArray(value)) {
    for (const each of value) walk(each, depth + 1);
    return;
  }
  const object = value as ItemData;
  for (const key in object) {
    if (key.charCodeAt(0) === 36) {
      mustBeMoment(key, object);
      return;
    }
    if (key === "__proto__") throw invalidItem('A key must not be "__proto__".');
    if (key.length > keyLengthMax) throw invalidItem(`A key has at most ${keyLengthMax} characters.`);
    walk(object[key], depth + 1);
  }
}

function mustBeMoment(key: string, value: ItemData): void {
  if (key !== "$date" || Object.keys(value).length !== 1) {
    throw new Refusal(
      dataErrors.reservedKey,
      `A key must not begin with "$": ${JSON.stringify(key.slice(0, 100))}.`,
      400,
    );
  }
  if (typeof value.$date !== "string" || !Number.isFinite(Date.parse(value.$date))) {
    throw invalidItem('"$date" must be an ISO 8601 date and time.');
  }
}

function statusIn(value: unknown): CheckedItem["status"] {
  if (value === undefined || value === null) return undefined;
  if (value !== "PUBLISHED" && value !== "DRAFT") {
    throw invalidFields([{ fieldPath: "_publishStatus", message: "must be PUBLISHED or DRAFT" }]);
  }
  return value;
}

function ownerIn(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (isItemId(value)) return value;
  throw invalidFields([{ fieldPath: "_owner", message: `must be text of at most ${idLengthMax} characters` }]);
}

/**
 * Callers can never write read-only fields and can set immutable fields only once. Fields that are
 * not sent are left unchanged.
 */
function preserveProtectedField(
  data: ItemData,
  before: ItemData | undefined,
  key: string,
  readOnly: boolean,
  wrongs: FieldIssue[],
): void {
  const was = before?.[key];
  const set = was !== undefined && was !== null;
  if (data[key] === undefined) {
    if (set) data[key] = was;
  } else if ((readOnly || set) && !isDeepStrictEqual(data[key], was ?? null)) {
    wrongs.push({ fieldPath: key, message: readOnly ? "is read only" : "must not be changed" });
  }
}

/** Returns a reference as an id. An included item, as returned by queries, is reduced to its id. */
function referenceIn(value: unknown, key: string, wrongs: FieldIssue[]): unknown {
  const id = isObject(value) ? value._id : value;
  if (id === undefined || id === null) return id;
  if (id === "" || isItemId(id)) return id;
  wrongs.push({ fieldPath: key, message: `must be an item's id: text of at most ${idLengthMax} characters` });
  return undefined;
}

function referencesIn(
  data: ItemData,
  keys: readonly string[],
  wrongs: FieldIssue[],
): Record<string, string[]> | undefined {
  let found: Record<string, string[]> | undefined;
  for (const key of keys) {
    const value = data[key];
    delete data[key];
    if (value === undefined) continue;
    const ids = [value ?? []].flat().map((each) => referenceIn(each, key, wrongs));
    if (ids.length > 1000) wrongs.push({ fieldPath: key, message: "must refer to at most 1000 items" });
    found ??= {};
    found[key] = [...new Set(ids.filter((id) => typeof id === "string"))];
  }
  return found;
}

/**
 * Validates translations such as `{ "en": { "title": "…" } }`, which are allowed only for
 * translatable fields.
 */
function checkTranslations(value: unknown, keys: ReadonlySet<string>, wrongs: FieldIssue[]): void {
  if (value === undefined || value === null) return;
  const fieldPath = "_translations";
  if (!isObject(value)) return void wrongs.push({ fieldPath, message: "must be an object of languages" });
  for (const [language, words] of Object.entries(value)) {
    if (!isObject(words))
      wrongs.push({ fieldPath: `${fieldPath}.${language}`, message: "must be an object of fields" });
    else {
      for (const key of Object.keys(words)) {
        if (!keys.has(key))
          wrongs.push({ fieldPath: `${fieldPath}.${language}.${key}`, message: "is not translatable" });
      }
    }
  }
}

/** Returns the declared checks of a field. Missing values are checked only by `required`. */
function fieldChecks(field: CollectionField): FieldCheck[] {
  const { required, numberRange, stringLengthRange, arraySizeRange } = field;
  const checks: FieldCheck[] = [];
  if (required === true) {
    checks.push((value, wrong) => {
      if (value === undefined || value === null) wrong("is required");
    });
  }
  if (numberRange) {
    const { min, max } = numberRange;
    const least = Number(min ?? Number.NEGATIVE_INFINITY);
    const most = Number(max ?? Number.POSITIVE_INFINITY);
    checks.push((value, wrong) => {
      if (typeof value !== "number") return;
      if (value < least) wrong(`must be at least ${least}`);
      if (value > most) wrong(`must be at most ${most}`);
    });
  }
  if (stringLengthRange) {
    checks.push(
      sized("characters", stringLengthRange.minLength, stringLengthRange.maxLength, (value) =>
        typeof value === "string" ? value.length : undefined,
      ),
    );
  }
  if (arraySizeRange) {
    checks.push(
      sized("elements", arraySizeRange.minSize, arraySizeRange.maxSize, (value) =>
        Array.isArray(value) ? value.length : undefined,
      ),
    );
  }
  return checks;
}

function sized(
  what: string,
  min: number | null | undefined,
  max: number | null | undefined,
  sizeOf: (value: unknown) => number | undefined,
): FieldCheck {
  return (value, wrong) => {
    const size = sizeOf(value);
    if (size === undefined) return;
    if (size < (min ?? 0)) wrong(`must have at least ${min} ${what}`);
    if (size > (max ?? Number.POSITIVE_INFINITY)) wrong(`must have at most ${max} ${what}`);
  };
}
