import { dataErrors, type FieldType } from "@uola/contract";
import {
  all,
  any,
  type Condition,
  compileFilter,
  type Field,
  type FilterProblem,
  InvalidFilter,
  invalidFilter,
  isObject,
  type JsonPath,
  jsonField,
  not,
  type OwnOperators,
  operandList,
  Refusal,
  readText,
} from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { type CollectionSchema, compareAs, type ReferringField } from "../../collections/collections.ts";

/** Finds the field of a path, with its comparisons. The items table has the alias `i`. */
export type ItemFields = (path: string) => Field | undefined;

const pathLengthMax = 1000;
const pathStepsMax = 20;
const fieldsCacheMax = 500;
/** A high limit, because filters with lists of ids have many operands but are cheap. */
const operandsMax = 1100;

/** The context in which items are read: sandbox or live, and the language. */
type Reading = { siteId: string; sandbox: boolean; language?: string | null | undefined };

/** Callers may name any language, so the number of cached entries is limited. */
const readingsCacheMax = 20;
const fieldsByCollection = new WeakMap<CollectionSchema, Map<string, ItemFields>>();
/** Returns the fields of a collection in one environment and language. */
export function fieldsOf(collection: CollectionSchema, reading: Reading): ItemFields {
  const known = fieldsByCollection.get(collection) ?? new Map<string, ItemFields>();
  fieldsByCollection.set(collection, known);
  const language = collection.translatable.length > 0 ? (reading.language ?? "") : "";
  const name = `${reading.sandbox} ${language}`;
  const before = known.get(name);
  if (before) return before;
  if (known.size >= readingsCacheMax) known.clear();
  const fields = resolver(collection, { ...reading, language });
  known.set(name, fields);
  return fields;
}

function resolver(collection: CollectionSchema, reading: Reading): ItemFields {
  const found = new Map<string, Field>();
  return (path) => {
    if (path.startsWith("$")) return undefined;
    const before = found.get(path);
    if (before) return before;
    if (found.size >= fieldsCacheMax) found.clear();
    const field = resolve(collection, reading, path);
    found.set(path, field);
    return field;
  };
}

function resolve(collection: CollectionSchema, { siteId, sandbox, language }: Reading, path: string): Field {
  const steps = path.split(".");
  if (path.length > pathLengthMax || steps.length > pathStepsMax) throw invalidFilter(path, "the path is too long");
  readText(path, path);
  const [top = ""] = steps;
  if (collection.fields.get(top)?.encrypted)
    throw invalidFilter(path, "an encrypted field cannot be filtered or sorted by");
  const references = referencesOf(collection, path);
  if (references) return referenceField(references, siteId, sandbox);
  const { type, json, as, folded, required } = compareAs(collection, path, "i", language);
  const field = jsonField({ type, json, as, folded, moments: momentsOf(collection, path) });
  return required ? { ...field, required } : field;
}

const texts: FieldType[] = ["TEXT", "URL", "LANGUAGE", "TIME", "REFERENCE"];
function momentsOf(collection: CollectionSchema, path: string): JsonPath["moments"] {
  const declared = collection.fields.get(path);
  if (!declared || declared.systemField) {
    if (/^_?(createdDate|updatedDate)$/.test(path)) return "days";
    return /^_?(id|owner|publishStatus)$/.test(path) ? "never" : "whole";
  }
  if (declared.type === "DATE") return "days";
  return texts.includes(declared.type) ? "never" : "whole";
}

/** The field that stores the references: the field itself, or the one it is the reverse of. */
export type References = { collectionKey: string; field: string; reverse: boolean };
export function referencesOf(collection: CollectionSchema, path: string): References | undefined {
  const other = collection.reverse.get(path);
  if (other) return reversed(other);
  if (collection.fields.get(path)?.type !== "MULTI_REFERENCE") return undefined;
  return { collectionKey: collection.key, field: path, reverse: false };
}
const reversed = ({ key, field }: ReferringField): References => ({ collectionKey: key, field, reverse: true });

/** Returns the condition for a field's rows in `item_reference`. */
export const referenceRows = ({ collectionKey, field }: References, siteId: string, sandbox: boolean) =>
  sql`(r.site_id = ${siteId}::uuid and r.collection_key = ${collectionKey}::uuid and r.sandbox = ${sandbox}
    and r.field = ${field})`;
/**
 * Returns the column of the item that has the field (`here`) and that of the referenced item
 * (`there`).
 */
export const referenceColumns = ({ reverse }: References): { here: RawBuilder<string>; there: RawBuilder<string> } => {
  const [referencingId, referencedId] = [sql<string>`r.item_id`, sql<string>`r.referenced_id`];
  return reverse ? { here: referencedId, there: referencingId } : { here: referencingId, there: referencedId };
};

/** A MULTI_REFERENCE field is compared by its ids. */
function referenceField(references: References, siteId: string, sandbox: boolean): Field {
  const { here, there } = referenceColumns(references);
  const rows = referenceRows(references, siteId, sandbox);
  const refers = (condition: Condition): Condition =>
    sql`i.id in (select ${here} from item_reference r where ${rows} and ${condition})`;
  const missing = not(refers(sql`true`));
  const idOf = (path: string, value: unknown, problem: FilterProblem) => {
    if (typeof value !== "string") throw invalidFilter(path, "expected the id of an item", problem);
    return readText(path, value);
  };
  const equal = (path: string, value: unknown): Condition =>
    value === null ? missing : refers(sql`${there} = ${idOf(path, value, "comparison")}`);
  const isIn = (path: string, value: unknown): Condition => {
    const values = operandList(path, value);
    const ids = values.filter((each) => each !== null).map((each) => idOf(path, each, "element"));
    const found = ids.length > 0 ? [refers(sql`${there} = any(${ids}::text[])`)] : [];
    return any(values.includes(null) ? [...found, missing] : found);
  };
  const yesOrNo = (condition: Condition) => (path: string, value: unknown) => {
    if (typeof value !== "boolean") throw invalidFilter(path, "expected true or false");
    return value ? condition : not(condition);
  };
  const operators: OwnOperators = {
    $eq: equal,
    $ne: (path, value) => not(equal(path, value)),
    $in: isIn,
    $nin: (path, value) => not(isIn(path, value)),
    $hasSome: isIn,
    $hasAll: (path, value) => all(operandList(path, value).map((each) => isIn(path, [each]))),
    $exists: yesOrNo(not(missing)),
    $isEmpty: yesOrNo(missing),
  };
  return { column: sql`null::text`, type: "text", unordered: true, operators };
}

/** Converts a filter to an SQL condition. Rejects with the error codes of the data API. */
export function conditionOf(fields: ItemFields, filter: unknown): Condition {
  if (filter === undefined || filter === null) return sql`true`;
  if (!isObject(filter)) throw new Refusal(dataErrors.filterNotObject, "A filter must be an object.", 400);
  return withDataCodes(() => compileFilter(fields, filter, 1, { operands: operandsMax }));
}

const codes: Record<FilterProblem, string> = {
  object: dataErrors.conditionNotObject,
  list: dataErrors.operandNotList,
  comparison: dataErrors.operandNotComparable,
  text: dataErrors.operandNotText,
  element: dataErrors.invalidListElement,
  regex: dataErrors.regexNotSupported,
  other: dataErrors.invalidData,
};
/** Converts filter and sort errors to the error codes of the data API. */
export function withDataCodes<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidFilter)) throw error;
    throw new Refusal(codes[error.problem], error.message, 400, error.data);
  }
}
