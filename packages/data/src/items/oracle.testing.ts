/**
 * A reference implementation of filters and sorting over items in memory, without indexes or SQL.
 * Tests and benchmarks compare the database's results with it for random filters.
 */
export type Value = unknown;
export type Item = { [key: string]: Value };
type ValueType = "number" | "text" | "boolean" | "moment";
/**
 * How declared fields are compared. `days`: date fields that accept a day as an operand; `many`:
 * MULTI_REFERENCE fields.
 */
export type Declared = Record<string, ValueType | "days" | "many">;
export type Filter = { [key: string]: unknown };
export type Sort = { fieldName: string; order: "ASC" | "DESC" };

export function matches(item: Item, filter: Filter, declared: Declared): boolean {
  return Object.entries(filter).every(([path, operand]) => {
    if (path === "$and") return (operand as Filter[]).every((each) => matches(item, each, declared));
    if (path === "$or") return (operand as Filter[]).some((each) => matches(item, each, declared));
    if (path === "$not") return !matches(item, (Array.isArray(operand) ? operand[0] : operand) as Filter, declared);
    const name = plain(path);
    return fits(valueAt(item, name), operand, declared[name]);
  });
}

function fits(value: Value, condition: unknown, type: Declared[string] | undefined): boolean {
  if (!isObject(condition) || "$date" in condition) return equals(value, condition, type);
  return Object.entries(condition).every(([operator, operand]) => {
    const list = operand as unknown[];
    const text = String(operand).toLowerCase();
    const own = asType(value, "text") as string | undefined;
    const fold = own?.toLowerCase();
    switch (operator) {
      case "$not":
        return !fits(value, Array.isArray(operand) ? operand[0] : operand, type);
      case "$eq":
        return equals(value, operand, type);
      case "$ne":
        return !equals(value, operand, type);
      case "$in":
      case "$hasSome":
        return list.some((each) => equals(value, each, type));
      case "$nin":
        return !list.some((each) => equals(value, each, type));
      case "$hasAll":
        return list.every((each) => equals(value, each, type));
      case "$exists":
        return (type === "many" ? !isMissing(value, type) : value !== undefined) === operand;
      case "$isEmpty":
        return isMissing(value, type) === operand;
      case "$startsWith":
        return fold?.startsWith(text) === true;
      case "$endsWith":
        return fold?.endsWith(text) === true;
      case "$contains":
        return fold?.includes(text) === true;
      case "$urlized":
        return fold !== undefined && list.some((slug) => fold.replace(/[ \t\n]/g, "-") === String(slug).toLowerCase());
      case "$matches":
        return fold !== undefined && isSpelled(fold, (operand as { spec: Part[] }).spec);
      default:
        return ordered(value, operator, operand, type);
    }
  });
}

type Part = { type: "literal" | "anyOf"; value: string };
function isSpelled(text: string, [part, ...rest]: Part[]): boolean {
  if (!part) return text === "";
  const spelling = part.value.toLowerCase();
  if (part.type === "literal") return text.startsWith(spelling) && isSpelled(text.slice(spelling.length), rest);
  return text !== "" && spelling.includes(text[0] as string) && isSpelled(text.slice(1), rest);
}

function equals(value: Value, operand: unknown, type: Declared[string] | undefined): boolean {
  if (operand === null) return isMissing(value, type);
  if (type === "many") return Array.isArray(value) && value.includes(operand);
  const expected = read(operand, type);
  const same = (each: Value) => asType(each, expected.type) === expected.value;
  return same(value) || (type === undefined && Array.isArray(value) && value.some(same));
}

function ordered(value: Value, operator: string, operand: unknown, type: Declared[string] | undefined): boolean {
  const expected = read(operand, type);
  const own = asType(value, expected.type);
  if (own === undefined) return false;
  const difference = compareScalars(own, expected.value);
  if (operator === "$lt") return difference < 0;
  if (operator === "$lte") return difference <= 0;
  return operator === "$gt" ? difference > 0 : difference >= 0;
}

const isMissing = (value: Value, type: Declared[string] | undefined) =>
  value === undefined || value === null || (type === "many" && (value as unknown[]).length === 0);

type Scalar = string | number | boolean;
function read(operand: unknown, type: Declared[string] | undefined): { type: ValueType; value: Scalar } {
  if (typeof operand === "number") return { type: "number", value: operand };
  if (typeof operand === "boolean") return { type: "boolean", value: operand };
  if (isObject(operand)) return { type: "moment", value: momentOf(operand.$date) as number };
  const text = operand as string;
  const moment = type === "text" || (text.length <= 10 && type !== "days") ? undefined : momentOf(text);
  return moment === undefined ? { type: "text", value: text } : { type: "moment", value: moment };
}

function asType(value: Value, type: ValueType): Scalar | undefined {
  if (type === "moment") return momentOf(isObject(value) ? value.$date : value);
  if (type === "text") return typeof value === "string" ? value : undefined;
  return typeof value === type ? (value as Scalar) : undefined;
}

function momentOf(text: unknown): number | undefined {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)) {
    return undefined;
  }
  const moment = Date.parse(text.length > 10 && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text);
  const sameDay = () => new Date(`${text.slice(0, 10)}T00:00Z`).toISOString().startsWith(text.slice(0, 10));
  return Number.isNaN(moment) || !sameDay() ? undefined : moment;
}

export function valueAt(item: Value, path: string): Value {
  return path.split(".").reduce<Value>((at, key) => {
    if (Array.isArray(at)) return /^\d+$/.test(key) ? at[Number(key)] : undefined;
    return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, item);
}

/** Compares items by several fields, the last of which is unique. Missing values sort lowest. */
export function inOrder(sort: readonly Sort[], declared: Declared): (a: Item, b: Item) => number {
  return (a, b) => {
    for (const { fieldName, order } of sort) {
      const type = declared[fieldName];
      const [first, second] = [a, b].map((item) => orderedAs(valueAt(item, fieldName), type));
      const difference = compareMissing(first, second);
      if (difference !== 0) return order === "ASC" ? difference : -difference;
    }
    return 0;
  };
}

const orderedAs = (value: Value, type: Declared[string] | undefined) => {
  if (type === undefined || type === "many") return value === null ? undefined : value;
  return asType(value, type === "days" ? "moment" : type);
};

const compareMissing = (a: Value, b: Value): number => {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  return compareJson(a, b, true);
};

/**
 * Compares JSON in PostgreSQL's order: text, numbers, booleans, arrays, objects; shorter ones
 * first, and an empty top-level array before everything else.
 */
function compareJson(a: Value, b: Value, top: boolean): number {
  const rank = (value: Value) => {
    if (Array.isArray(value)) return top && value.length === 0 ? 0 : 5;
    if (value === null) return 1;
    return { string: 2, number: 3, boolean: 4, object: 6 }[typeof value as "string"];
  };
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length - b.length || firstOf(a.map((each, n) => [each, b[n]]));
  if (isObject(a) && isObject(b)) {
    const [first, second] = [a, b].map(pairs) as [[string, Value][], [string, Value][]];
    const flat = first.flatMap(([key, value], n) => [
      [key, second[n]?.[0]],
      [value, second[n]?.[1]],
    ]);
    return first.length - second.length || firstOf(flat as [Value, Value][]);
  }
  return a === null ? 0 : compareScalars(a as Scalar, b as Scalar);
}
const firstOf = (couples: [Value, Value][]) => couples.map(([a, b]) => compareJson(a, b, false)).find(Boolean) ?? 0;
const pairs = (object: Item) =>
  Object.entries(object).sort(([a], [b]) => Buffer.byteLength(a) - Buffer.byteLength(b) || compareScalars(a, b));

/** Compares text by code points. */
const compareScalars = (a: Scalar, b: Scalar): number =>
  typeof a === "string" && typeof b === "string"
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b);

const isObject = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Resolves synonyms of system fields. */
const plain = (path: string) => path.replace(/^(?=(id|createdDate|updatedDate)$)/, "_");
