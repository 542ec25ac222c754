import type { CollectionField, FieldType } from "@uola/contract";

/**
 * Kinds of field editors. Several field types share one editor, and a text field may be short or
 * long.
 */
const fieldKinds = [
  "text",
  "longText",
  "richText",
  "number",
  "boolean",
  "date",
  "dateTime",
  "time",
  "image",
  "gallery",
  "document",
  "video",
  "audio",
  "url",
  "tags",
  "reference",
  "references",
  "address",
  "language",
  "object",
  "list",
  "any",
  "pageLink",
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A text with at most this many characters is edited in one line. */
export const shortMax = 200;

const typeOf: Record<FieldKind, FieldType> = {
  text: "TEXT",
  longText: "TEXT",
  richText: "RICH_TEXT",
  number: "NUMBER",
  boolean: "BOOLEAN",
  date: "DATE",
  dateTime: "DATETIME",
  time: "TIME",
  image: "IMAGE",
  gallery: "MEDIA_GALLERY",
  document: "DOCUMENT",
  video: "VIDEO",
  audio: "AUDIO",
  url: "URL",
  tags: "ARRAY_STRING",
  reference: "REFERENCE",
  references: "MULTI_REFERENCE",
  address: "ADDRESS",
  language: "LANGUAGE",
  object: "OBJECT",
  list: "ARRAY",
  any: "ANY",
  pageLink: "PAGE_LINK",
};
const kinds = new Map(Object.entries(typeOf).map(([kind, type]) => [type, kind as FieldKind]));

export const fieldTypeOf = (kind: FieldKind): FieldType => typeOf[kind];

export function kindOf({ type, stringLengthRange }: Pick<CollectionField, "type" | "stringLengthRange">): FieldKind {
  if (type === "TEXT")
    return (stringLengthRange?.maxLength ?? Number.POSITIVE_INFINITY) <= shortMax ? "text" : "longText";
  return kinds.get(type) ?? "any";
}

/** The kinds available for new fields; the others occur only in collections created by other means. */
export const offeredKinds = fieldKinds.filter((kind) => kind !== "pageLink");

export const hasLengths = (kind: FieldKind): boolean => kind === "text" || kind === "longText" || kind === "url";
export const hasSizes = (kind: FieldKind): boolean => ["tags", "gallery", "list", "references"].includes(kind);
export const refers = (kind: FieldKind): boolean => kind === "reference" || kind === "references";

/** Whether sorting by this kind of field is meaningful to users and works in the database. */
export const isSortable = (kind: FieldKind): boolean =>
  ["text", "longText", "number", "boolean", "date", "dateTime", "time", "url", "language"].includes(kind);
