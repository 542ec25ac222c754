import type { FieldType } from "@uola/contract";
import { asCellText, fromCellText } from "@uola/kernel";
import { Temporal } from "temporal-polyfill";

/** The reason why a cell cannot be read as its field's type. */
export class UnreadableCellError extends Error {
  readonly code: string;
  readonly field: string | undefined;
  constructor(code: string, description: string, field?: string) {
    super(description);
    this.code = code;
    this.field = field;
  }
}

/** The text of a cell, or `null` for an empty cell without quotes. */
export type Cell = string | null;
export type CellType = FieldType | undefined;

const zone = "Europe/Vilnius";
const plainNumber = /^-?\d+([.,]\d+)?(e[+-]?\d+)?$/i;

/**
 * Reads a cell as its field's type. Returns undefined if the cell is empty. Throws
 * UnreadableCellError.
 */
export function readCell(type: CellType, cell: Cell): unknown {
  if (cell === null) return undefined;
  const text = fromCellText(cell);
  if (text.startsWith(exact)) {
    const value = jsonIn(text);
    if (typeof value === "object" && value !== null && "$json" in value) return value.$json;
  }
  const read = (type && readers[type]) ?? asText;
  return read(text);
}
const exact = '{"$json":';

/** Reads a JSON string in a field of another type like a table cell. */
export const readJson = (type: CellType, value: unknown): unknown =>
  typeof value === "string" && type && fromText.has(type) ? readCell(type, value) : value;
const fromText = new Set<FieldType>(["NUMBER", "BOOLEAN", "DATE", "DATETIME"]);

/**
 * Writes a value so that `readCell` can read it back: as plain text if possible, otherwise as JSON.
 * Formulas are escaped.
 */
export function writeCell(type: CellType, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  const plain = plainOf(type, value);
  const cell = plain === undefined || !isReadAs(type, plain, value) ? JSON.stringify({ $json: value }) : plain;
  return written(cell);
}

/** A negative number is not a formula. */
const written = (cell: string): string => (plainNumber.test(cell) ? cell : asCellText(cell));

function isReadAs(type: CellType, cell: string, value: unknown): boolean {
  try {
    return JSON.stringify(readCell(type, written(cell))) === JSON.stringify(value);
  } catch {
    return false;
  }
}

function plainOf(type: CellType, value: unknown): string | undefined {
  if (typeof value === "string") return value;
  // Uses a decimal comma, which spreadsheet programs in Lithuania expect with semicolons as
  // separators.
  if (typeof value === "number") return String(value).replace(".", ",");
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value) && type && lists.has(type) && value.length > 0) {
    const texts = value.every((each) => typeof each === "string");
    return texts ? value.map((each) => each.replace(/[\\|]/g, "\\$&")).join("|") : JSON.stringify(value);
  }
  if (typeof value === "object" && value !== null && "$date" in value) return String(value.$date);
  return JSON.stringify(value);
}
const lists = new Set<FieldType>(["ARRAY_STRING", "ARRAY_DOCUMENT", "MULTI_REFERENCE", "ARRAY"]);

const asText = (text: string) => text;
const trimmed = (read: (text: string) => unknown) => (text: string) => {
  const plain = text.trim();
  return plain === "" ? undefined : read(plain);
};

/** Parses numbers such as "1 234,50", "1.234,50", "1,234.50", "12,5" and "−3". */
const parseNumber = trimmed((text) => {
  let plain = text.replace(/[\s\u00a0\u202f']/g, "").replace("\u2212", "-");
  const [comma, point] = [plain.lastIndexOf(","), plain.lastIndexOf(".")];
  if (comma >= 0 && point >= 0) plain = plain.replaceAll(comma > point ? "." : ",", "");
  plain = plain.replace(",", ".");
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  if (!Number.isFinite(number)) throw new UnreadableCellError("NOT_A_NUMBER", `${quoted(text)} is not a number.`);
  return number;
});

const yes = new Set(["true", "yes", "taip", "1", "y", "t", "✓"]);
const no = new Set(["false", "no", "ne", "0", "n", "f"]);
const booleanIn = trimmed((text) => {
  const word = text.toLowerCase();
  if (yes.has(word)) return true;
  if (no.has(word)) return false;
  throw new UnreadableCellError("NOT_YES_OR_NO", `${quoted(text)} is neither yes nor no.`);
});

const months = ["saus", "vasar", "kov", "baland", "geguž", "birž", "liep", "rugpj", "rugs", "spal", "lapkr", "gruod"];
const time = String.raw`(?:(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*val\.?)?)?`;
const forms = [
  new RegExp(`^(\\d{4})[-./](\\d{1,2})[-./](\\d{1,2})${time}(Z|[+-]\\d\\d:?\\d\\d)?$`, "i"),
  new RegExp(`^(\\d{4})(?:\\s*m\\.?)?\\s+(\\p{L}+)\\s+(\\d{1,2})(?:\\s*d\\.?)?,?${time}$`, "iu"),
];
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;

type Moment = { day: Temporal.PlainDate; clock: Temporal.PlainTime | undefined; offset: string | undefined };
function momentIn(text: string): Moment {
  const wrong = () => new UnreadableCellError("NOT_A_DATE", `${quoted(text)} is not a date.`);
  const turned = text.replace(dayFirst, "$3-$2-$1");
  const match = forms.map((form) => form.exec(turned)).find((found) => found);
  if (!match) throw wrong();
  const [, year, month = "", day, hour, minute, second, fraction, offset] = match;
  const named = months.findIndex((each) => month.toLowerCase().startsWith(each)) + 1;
  try {
    const strict = { overflow: "reject" } as const;
    const date = { year: Number(year), month: Number(month) || named, day: Number(day) };
    const millisecond = Number((fraction ?? "").padEnd(3, "0").slice(0, 3));
    const clock = { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0), millisecond };
    return {
      day: Temporal.PlainDate.from(date, strict),
      clock: hour === undefined ? undefined : Temporal.PlainTime.from(clock, strict),
      offset,
    };
  } catch {
    throw wrong();
  }
}

const dateIn = trimmed((text) => momentIn(text).day.toString());
/** A time without an offset is interpreted as Vilnius time. */
const parseDateTime = trimmed((text) => {
  const { day, clock, offset } = momentIn(text);
  const local = day.toPlainDateTime(clock ?? Temporal.PlainTime.from("00:00"));
  const instant = offset ? Temporal.Instant.from(`${local}${offset}`) : local.toZonedDateTime(zone).toInstant();
  return { $date: new Date(instant.epochMilliseconds).toISOString() };
});

const timeIn = trimmed((text) => {
  const match = /^(\d{1,2})[:.](\d{2})(?::(\d{2})(\.\d{1,9})?)?(?:\s*val\.?)?$/i.exec(text);
  const [, hour = "", minute, second, fraction = ""] = match ?? [];
  if (!match || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) {
    throw new UnreadableCellError("NOT_A_TIME", `${quoted(text)} is not a time of day.`);
  }
  return `${hour.padStart(2, "0")}:${minute}${second === undefined ? "" : `:${second}${fraction}`}`;
});

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableCellError("NOT_JSON", `${quoted(text)} is no JSON.`);
  }
}
const json = trimmed(jsonIn);
const freeIn = (text: string) => {
  try {
    return /^\s*[{[]/.test(text) ? JSON.parse(text) : text;
  } catch {
    return text;
  }
};

/** Parses "a|b", with `\\|` for a literal bar, or a JSON array. */
const parseList = trimmed((text) => {
  if (text.startsWith("[")) return jsonIn(text);
  const found = text.match(/(?:\\.|[^|\\])+/gs) ?? [];
  return found.map((each) => each.trim().replace(/\\(.)/gs, "$1"));
});

const readers: Partial<Record<FieldType, (text: string) => unknown>> = {
  NUMBER: parseNumber,
  BOOLEAN: booleanIn,
  DATE: dateIn,
  DATETIME: parseDateTime,
  TIME: timeIn,
  REFERENCE: trimmed(asText),
  MULTI_REFERENCE: parseList,
  ARRAY_STRING: parseList,
  ARRAY_DOCUMENT: parseList,
  ARRAY: parseList,
  OBJECT: json,
  ADDRESS: json,
  MEDIA_GALLERY: json,
  RICH_CONTENT: json,
  ANY: freeIn,
};

const quoted = (text: string) => JSON.stringify(text.slice(0, 100));
