import { failureOf } from "@uola/browser/errors.ts";
import { linkOf } from "@uola/browser/gym/rich-text.ts";
import type { CollectionField } from "@uola/contract";
import { parseMedia } from "@uola/contract/media-reference";
import { isClockTime, momentAt } from "@uola/ui/kit/date-time.ts";
import { decimal, localDate, time } from "@uola/words/formats";
import type { Data } from "./collection.ts";
import { hasLengths, hasSizes, kindOf } from "./field-kind.ts";

/** Typed text that is not a valid value yet. No stored value may have a key that begins with "$". */
export type Typed = { $typed: string };
export const isTyped = (value: unknown): value is Typed =>
  typeof value === "object" && value !== null && "$typed" in value;

export type Picture = { type?: string; src: string; alt?: string; title?: string; description?: string };
export type PostalAddress = {
  formatted?: string;
  addressLine1?: string;
  addressLine2?: string;
  streetAddress?: { name?: string; number?: string; apt?: string };
  city?: string;
  postalCode?: string;
  country?: string;
};

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Parses a stored moment, `{"$date": …}` or text; undefined if it is not a valid date. */
export function momentOf(value: unknown): Date | undefined {
  const text = typeof value === "object" && value !== null && "$date" in value ? value.$date : value;
  if (typeof text !== "string") return undefined;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Returns "YYYY-MM-DD" for a DATE value in any stored form. */
export const dayOf = (value: unknown): string => {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value)) return value.slice(0, 10);
  const moment = momentOf(value);
  return moment ? moment.toISOString().slice(0, 10) : "";
};

/** Parses a typed number; accepts "12,50" and "1 200". Undefined if it is not a number. */
export function numberOf(typed: string): number | undefined {
  const plain = typed
    .replace(/[\s\u00a0]/g, "")
    .replace(",", ".")
    .replace("\u2212", "-");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

export const plainOf = (html: string): string =>
  html
    .replace(/<\/(p|h2|h3|li|blockquote|figure)>|<br\s*\/?>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&nbsp;/g, "\u00a0")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\n{2,}/g, "\n")
    .trim();

export const addressLine = ({ formatted, streetAddress, addressLine1, city, postalCode, country }: PostalAddress) =>
  formatted ||
  [addressLine1 || [streetAddress?.name, streetAddress?.number].filter(Boolean).join(" "), postalCode, city, country]
    .filter(Boolean)
    .join(", ");

export type Said = { yes: string; no: string; files: (count: number) => string; tag: (tag: string) => string };

/**
 * Formats a value as one line of plain text for tables, differences and lists; "" for no value.
 * `nameOf` returns the names of referenced items.
 */
export function textOf(
  field: Pick<CollectionField, "type" | "stringLengthRange">,
  value: unknown,
  said: Said,
  nameOf: (id: string) => string = (id) => id,
): string {
  if (isEmpty(value)) return "";
  if (isTyped(value)) return value.$typed;
  const kind = kindOf(field);
  const list = Array.isArray(value) ? value : [value];
  if (kind === "boolean") return value === true ? said.yes : said.no;
  if (kind === "richText") return plainOf(String(value));
  if (kind === "number" && typeof value === "number") return decimal(value).replace("-", "\u2212");
  if (kind === "date") return dayOf(value) || String(value);
  if (kind === "time" && typeof value === "string") return value.slice(0, 5);
  if (kind === "dateTime") {
    const moment = momentOf(value);
    return moment ? `${localDate(moment)} ${time(moment)}` : JSON.stringify(value);
  }
  if (kind === "image" || kind === "document" || kind === "video" || kind === "audio") {
    return list.map(fileName).join(", ");
  }
  if (kind === "gallery") return said.files(list.length);
  if (kind === "tags") return list.map((tag) => said.tag(String(tag))).join(", ");
  if (kind === "address") return addressLine(value as PostalAddress);
  if (kind === "reference" || kind === "references") return idsOf(value).map(nameOf).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

const fileName = (value: unknown): string => {
  const src = typeof value === "object" && value !== null && "src" in value ? value.src : value;
  return typeof src === "string" ? (parseMedia(src)?.name ?? src.split("/").at(-1) ?? src) : JSON.stringify(value);
};

/** Returns the ids in a reference field, which holds one or several ids or whole items. */
export const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => {
    if (typeof each === "string" && each) return [each];
    const id = typeof each === "object" && each !== null && "_id" in each ? each._id : undefined;
    return typeof id === "string" ? [id] : [];
  });

export type Problem =
  | { kind: "required" | "number" | "date" | "json" | "url" | "time" | "refused" }
  | { kind: "translation" | "alt" | "address" | "order" }
  | { kind: "min" | "max" | "minLength" | "maxLength" | "minSize" | "maxSize"; limit: number };

const limitOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/**
 * Validates a value against its field's declaration. Incomplete values are always reported, missing
 * ones only when publishing.
 */
export function problemOf(field: CollectionField, value: unknown, toPublish: boolean): Problem | undefined {
  const kind = kindOf(field);
  if (isTyped(value)) {
    if (kind === "number" || kind === "time") return { kind };
    return { kind: kind === "date" || kind === "dateTime" ? "date" : "json" };
  }
  if (isEmpty(value)) return toPublish && field.required && kind !== "boolean" ? { kind: "required" } : undefined;
  if (kind === "url" && typeof value === "string" && !linkOf(value)) return { kind: "url" };
  if (kind === "number" && typeof value === "number") {
    const { min, max } = field.numberRange ?? {};
    return outside(value, limitOf(min), limitOf(max), "min", "max");
  }
  if (typeof value === "string" && hasLengths(kind)) {
    const { minLength, maxLength } = field.stringLengthRange ?? {};
    return outside(value.length, minLength, maxLength, "minLength", "maxLength");
  }
  if (Array.isArray(value) && hasSizes(kind)) {
    const { minSize, maxSize } = field.arraySizeRange ?? {};
    return outside(value.length, minSize, maxSize, "minSize", "maxSize");
  }
  return undefined;
}

function outside(
  value: number,
  least: number | null | undefined,
  most: number | null | undefined,
  tooLittle: "min" | "minLength" | "minSize",
  tooMuch: "max" | "maxLength" | "maxSize",
): Problem | undefined {
  if (typeof least === "number" && value < least) return { kind: tooLittle, limit: least };
  if (typeof most === "number" && value > most) return { kind: tooMuch, limit: most };
  return undefined;
}

export function problemsOf(fields: readonly CollectionField[], data: Data, toPublish: boolean): Map<string, Problem> {
  return new Map(
    fields.flatMap((field) => {
      const problem = problemOf(field, data[field.key], toPublish);
      return problem && !field.readOnly ? [[field.key, problem] as const] : [];
    }),
  );
}

/**
 * Converts local time in Vilnius to a stored moment; returns the typed text while the date or the
 * time is missing.
 */
export function momentFrom(day: string, clock: string): { $date: string } | Typed | null {
  if (!day && !clock) return null;
  const moment = isClockTime(clock) ? momentAt(day, clock) : undefined;
  return moment ? { $date: moment.toISOString() } : { $typed: `${day}T${clock}` };
}
/** Splits a stored or half-typed value into date and time. */
export function dayAndClock(value: unknown): [day: string, clock: string] {
  if (isTyped(value)) {
    const [day = "", clock = ""] = value.$typed.split("T");
    return [day, clock];
  }
  const moment = momentOf(value);
  return moment ? [localDate(moment), time(moment).padStart(5, "0")] : ["", ""];
}

/** Converts a time of day to its stored form: "18:30:00.000". */
export const timeFrom = (clock: string): string | Typed | null =>
  clock === "" ? null : isClockTime(clock) ? `${clock}:00.000` : { $typed: clock };
export const clockIn = (value: unknown): string =>
  isTyped(value) ? value.$typed : typeof value === "string" ? value.slice(0, 5) : "";

export const numberFrom = (typed: string): number | Typed | null =>
  typed.trim() === "" ? null : (numberOf(typed) ?? { $typed: typed });
export const jsonFrom = (typed: string): unknown => {
  if (typed.trim() === "") return null;
  try {
    return JSON.parse(typed);
  } catch {
    return { $typed: typed };
  }
};

/**
 * Returns the platform's validation errors by field path, such as `prices[2].amount`; empty if the
 * error names no fields.
 */
export function fieldErrorsOf(error: unknown): Map<string, Problem> {
  const { code, data } = failureOf(error);
  const named: { fieldPath?: unknown; message?: unknown }[] =
    code === "WDE0080" && Array.isArray(data.violations) ? data.violations : [];
  return new Map(
    named.flatMap(({ fieldPath, message }) => {
      const [first, , inner] = typeof fieldPath === "string" ? fieldPath.split(/[.[]/) : [];
      const key = first === "_translations" ? inner : first;
      return key ? [[key, { kind: reasonOf(String(fieldPath), String(message)) }] as const] : [];
    }),
  );
}

/** Classifies an error returned by the platform on publishing (docs/rules/data.md). */
function reasonOf(
  fieldPath: string,
  message: string,
): "required" | "translation" | "alt" | "address" | "order" | "refused" {
  if (message === "is required") {
    if (fieldPath.endsWith(".alt")) return "alt";
    return fieldPath.startsWith("_translations.") ? "translation" : "required";
  }
  if (message.startsWith("must be lower case letters")) return "address";
  return message === "must not be before from" ? "order" : "refused";
}
