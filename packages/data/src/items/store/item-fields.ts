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
import { compareAs, type KnownCollection, type Referring } from "../../collections/collections.ts";

/** Finds the field of any path, as it is compared and ordered; the table of items is `i` in the statement. */
export type ItemFields = (path: string) => Field | undefined;

const pathLengthMax = 1000;
const pathStepsMax = 20;
const fieldsKnownMax = 500;
/** Lists of ids are long, and cheap. */
const operandsMax = 1100;

const fieldsKnown = new WeakMap<KnownCollection, Record<"live" | "sandbox", ItemFields>>();
/** The fields of a collection's items, for one of its environments. */
export function fieldsOf(known: KnownCollection, siteId: string, sandbox: boolean): ItemFields {
  let both = fieldsKnown.get(known);
  if (!both) {
    both = { live: resolver(known, siteId, false), sandbox: resolver(known, siteId, true) };
    fieldsKnown.set(known, both);
  }
  return sandbox ? both.sandbox : both.live;
}

function resolver(known: KnownCollection, siteId: string, sandbox: boolean): ItemFields {
  const found = new Map<string, Field>();
  return (path) => {
    if (path.startsWith("$")) return undefined;
    const before = found.get(path);
    if (before) return before;
    if (found.size >= fieldsKnownMax) found.clear();
    const field = resolve(known, siteId, sandbox, path);
    found.set(path, field);
    return field;
  };
}

function resolve(known: KnownCollection, siteId: string, sandbox: boolean, path: string): Field {
  const steps = path.split(".");
  if (path.length > pathLengthMax || steps.length > pathStepsMax) throw invalidFilter(path, "the path is too long");
  readText(path, path);
  const [top = ""] = steps;
  if (known.fields.get(top)?.encrypted) throw invalidFilter(path, "what is encrypted is neither found nor ordered by");
  const references = referencesOf(known, path);
  if (references) return referenceField(references, siteId, sandbox);
  const { type, json, as, folded } = compareAs(known, path, "i");
  const field = jsonField({ type, json, as, folded, moments: momentsOf(known, path) });
  return neverNull.test(path) && !known.fields.get(path.replace(/^_/, "")) ? { ...field, required: true } : field;
}

const neverNull = /^_?(id|createdDate|updatedDate)$/;

const texts: FieldType[] = ["TEXT", "URL", "LANGUAGE", "TIME", "REFERENCE"];
function momentsOf(known: KnownCollection, path: string): JsonPath["moments"] {
  const declared = known.fields.get(path);
  if (!declared || declared.systemField) {
    if (/^_?(createdDate|updatedDate)$/.test(path)) return "days";
    return /^_?(id|owner|publishStatus)$/.test(path) ? "never" : "whole";
  }
  if (declared.type === "DATE") return "days";
  return texts.includes(declared.type) ? "never" : "whole";
}

/** Where references of a field stand: its own, or those of the field it is the other side of. */
export type References = { collectionKey: string; field: string; reverse: boolean };
export function referencesOf(known: KnownCollection, path: string): References | undefined {
  const other = known.reverse.get(path);
  if (other) return reversed(other);
  if (known.fields.get(path)?.type !== "MULTI_REFERENCE") return undefined;
  return { collectionKey: known.key, field: path, reverse: false };
}
const reversed = ({ key, field }: Referring): References => ({ collectionKey: key, field, reverse: true });

/** The rows of `item_reference` of a field. */
export const referenceRows = ({ collectionKey, field }: References, siteId: string, sandbox: boolean) =>
  sql`(r.site_id = ${siteId}::uuid and r.collection_key = ${collectionKey}::uuid and r.sandbox = ${sandbox}
    and r.field = ${field})`;
/** Which side of them is the item that has the field, and which the one it refers to. */
export const sidesOf = ({ reverse }: References): { here: RawBuilder<string>; there: RawBuilder<string> } => {
  const [referring, referred] = [sql<string>`r.item_id`, sql<string>`r.referenced_id`];
  return reverse ? { here: referred, there: referring } : { here: referring, there: referred };
};

/** A field that refers to many items is compared by their ids. */
function referenceField(references: References, siteId: string, sandbox: boolean): Field {
  const { here, there } = sidesOf(references);
  const rows = referenceRows(references, siteId, sandbox);
  const refers = (condition: Condition): Condition =>
    sql`i.id in (select ${here} from item_reference r where ${rows} and ${condition})`;
  const missing = not(refers(sql`true`));
  const idOf = (path: string, value: unknown, problem: FilterProblem) => {
    if (typeof value !== "string") throw invalidFilter(path, "the id of an item is expected", problem);
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
    if (typeof value !== "boolean") throw invalidFilter(path, "true or false is expected");
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

/** A filter of items as a condition; refuses with the codes of the data interface. */
export function conditionOf(fields: ItemFields, filter: unknown): Condition {
  if (filter === undefined || filter === null) return sql`true`;
  if (!isObject(filter)) throw new Refusal(dataErrors.filterNotObject, "A filter must be an object.", 400);
  return coded(() => compileFilter(fields, filter, 1, { operands: operandsMax }));
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
/** What is wrong with filters and orders, told by the codes clients of data know. */
export function coded<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidFilter)) throw error;
    throw new Refusal(codes[error.problem], error.message, 400, error.data);
  }
}
