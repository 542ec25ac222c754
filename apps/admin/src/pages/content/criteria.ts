import type { CollectionField, DataCollection, ItemQuery } from "@uola/contract";
import { instantOf } from "@uola/words/formats";
import { ownFields } from "./collection.ts";
import { type FieldKind, kindOf } from "./field-kind.ts";
import { numberOf } from "./value.ts";

/** A search in a collection; it is part of the page's URL. */
export type Condition = { key: string; how: Operator; value: string };
export type Criteria = { text: string; sort: string; down: boolean; conditions: Condition[] };
export type Operator = "has" | "is" | "isNot" | "least" | "most" | "empty" | "full";

const textsMax = 5;

const operators: Partial<Record<FieldKind, readonly Operator[]>> = {
  number: ["is", "least", "most"],
  boolean: ["is"],
  date: ["is", "least", "most"],
  dateTime: ["least", "most"],
  time: ["is", "least", "most"],
  tags: ["is"],
  reference: ["is"],
  references: ["is"],
  text: ["has", "is", "isNot"],
  longText: ["has", "is"],
  url: ["has", "is"],
  richText: ["has"],
  language: ["is"],
};
/** Returns the comparison operators for a field. */
export const operatorsOf = (field: CollectionField): readonly Operator[] => [
  ...(operators[kindOf(field)] ?? []),
  "full",
  "empty",
];
export const isUnary = (how: Operator): boolean => how === "empty" || how === "full";

export function criteriaOf(search: URLSearchParams): Criteria {
  const sort = search.get("sort") ?? "";
  const conditions = search.getAll("where").flatMap((text) => {
    const [key, how, ...value] = text.split("~");
    return key && how ? [{ key, how: how as Operator, value: value.join("~") }] : [];
  });
  return {
    text: search.get("q") ?? "",
    sort: sort.replace(/^-/, ""),
    down: sort.startsWith("-"),
    conditions,
  };
}

export function searchOf(collectionId: string, { text, sort, down, conditions }: Criteria): string {
  const search = new URLSearchParams({ collection: collectionId });
  if (text.trim()) search.set("q", text.trim());
  if (sort) search.set("sort", `${down ? "-" : ""}${sort}`);
  for (const { key, how, value } of conditions) search.append("where", [key, how, value].join("~"));
  return search.toString();
}

type Json = NonNullable<ItemQuery["filter"]>;

function operandOf(kind: FieldKind, value: string): Json {
  if (kind === "number") return numberOf(value) ?? value;
  if (kind === "boolean") return value === "yes";
  return value;
}

function conditionOf(field: CollectionField, { key, how, value }: Condition): Json {
  const kind = kindOf(field);
  if (how === "full") return { [key]: { $exists: true } };
  if (how === "empty") return { [key]: { $exists: false } };
  if (kind === "references" || kind === "tags") return { [key]: { $hasSome: [value] } };
  if (kind === "dateTime") {
    const [day = "", clock = "00:00"] = value.split("T");
    const [hour = 0, minute = 0] = clock.split(":").map(Number);
    return { [key]: { [how === "least" ? "$gte" : "$lte"]: { $date: instantOf(day, hour, minute).toISOString() } } };
  }
  if (how === "has") return { [key]: { $contains: value } };
  // "No" also matches a missing value.
  if (kind === "boolean" && value === "no") return { [key]: { $ne: true } };
  const operators = { is: "$eq", isNot: "$ne", least: "$gte", most: "$lte" } as const;
  return { [key]: { [operators[how]]: operandOf(kind, value) } };
}

/** Builds the query for items. Text is searched in the title and in the first few other text fields. */
export function queryOf(collection: DataCollection, criteria: Criteria, displayKey: string | undefined): ItemQuery {
  const fields = ownFields(collection);
  const text = criteria.text.trim();
  const texts = fields
    .filter(({ type }) => type === "TEXT")
    .map(({ key }) => key)
    .toSorted((a, b) => Number(b === displayKey) - Number(a === displayKey))
    .slice(0, textsMax);
  const all: Json[] = criteria.conditions.flatMap((condition) => {
    const field = fields.find(({ key }) => key === condition.key);
    return field ? [conditionOf(field, condition)] : [];
  });
  if (text && texts.length > 0) all.unshift({ $or: texts.map((key) => ({ [key]: { $contains: text } })) });
  return {
    ...(all.length > 0 && { filter: all.length === 1 ? (all[0] as Json) : { $and: all } }),
    ...(criteria.sort && { sort: [{ fieldName: criteria.sort, order: criteria.down ? "DESC" : "ASC" } as const] }),
  };
}
