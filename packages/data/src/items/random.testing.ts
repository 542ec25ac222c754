import type { Declared, Filter, Item, Sort, Value } from "./oracle.testing.ts";

/** Generates fields, items and filters from a seed; the same seed gives the same result. */
export const randomFields = {
  title: "TEXT",
  count: "NUMBER",
  open: "BOOLEAN",
  day: "DATE",
  at: "DATETIME",
  kin: "REFERENCE",
  tags: "ARRAY_STRING",
  kins: "MULTI_REFERENCE",
  inner: "OBJECT",
} as const;
export const randomDeclared: Declared = {
  title: "text",
  count: "number",
  open: "boolean",
  day: "days",
  at: "moment",
  kin: "text",
  kins: "many",
  _id: "text",
  _owner: "text",
  _createdDate: "days",
};

const words = [
  "",
  "a",
  "A",
  "ab",
  "Ąžuolas",
  "ąžuolas ir eglė",
  "b%",
  "b_",
  "c\\d",
  "du žodžiai",
  "du-žodžiai",
  "😀",
  "ﬀ",
  "0",
];
const numbers = [-1.5, 0, 1, 2, 2.5, 7, 1e21, 0.1, -0.1, 9007199254740991];
const moments = ["2026-01-01T00:00:00.000Z", "2026-03-29T01:30:00Z", "2026-10-25T03:30:00+03:00", "2026-10-25T00:30"];
const days = ["2026-01-01", "2026-10-25", "2026-02-31", "2024-02-29"];
const owners = ["ona", "Jonas", ""];

/** Returns a generator of pseudorandom numbers from 0 (inclusive) to 1 (exclusive). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function createRandom(seed: number, itemCount: number) {
  const random = numbersFrom(seed);
  const pick = <Of>(from: readonly Of[]): Of => from[Math.floor(random() * from.length)] as Of;
  const some = <Of>(from: readonly Of[], most = 3) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(from));
  const idOf = (n: number) => `item-${String(n).padStart(5, "0")}`;
  const ids = Array.from({ length: 12 }, (_, n) => idOf(n));
  const moment = () => (random() < 0.5 ? pick(moments) : { $date: pick(moments) });
  const scalar = () =>
    pick<() => Value>([() => pick(words), () => pick(numbers), () => random() < 0.5, moment, () => pick(days)])();
  const loose = (): Value =>
    pick<() => Value>([
      scalar,
      scalar,
      () => null,
      () => some([...words, ...numbers]),
      () => ({ n: pick(numbers) }),
      () => [moment(), [1]],
    ])();
  /** Returns the given value in most cases, otherwise a value of any type. */
  const mostly = (value: Value): Value => (random() < 0.85 ? value : loose());

  const item = (n: number): Item => {
    const whole: Item = {
      title: mostly(pick(words)),
      count: mostly(pick(numbers)),
      open: mostly(random() < 0.5),
      day: mostly(pick(days)),
      at: mostly(moment()),
      kin: pick(ids),
      tags: mostly(some(words)),
      inner: mostly({ street: pick(words), list: some(numbers), deep: { at: moment(), n: pick(numbers) } }),
      free: loose(),
      other: loose(),
    };
    for (const key of Object.keys(whole)) if (random() < 0.12) delete whole[key];
    return {
      ...whole,
      _id: idOf(n),
      _owner: pick(owners),
      kins: [...new Set(some(ids))],
      _createdDate: { $date: pick(moments.slice(0, 1)) },
    };
  };

  const paths = [
    "title",
    "count",
    "open",
    "day",
    "at",
    "kin",
    "tags",
    "free",
    "other",
    "inner",
    "inner.street",
    "inner.list",
    "inner.deep.n",
    "inner.deep.at",
    "inner.list.0",
    "_id",
    "id",
    "_owner",
    "_createdDate",
    "createdDate",
    "nowhere",
    "tags.1",
  ];
  const condition = (): Filter => {
    if (random() < 0.08) {
      const list = some(ids);
      return {
        kins: pick<unknown>([
          pick(ids),
          null,
          { $ne: pick(ids) },
          { $hasSome: list },
          { $hasAll: list },
          { $nin: list },
          { $exists: random() < 0.5 },
          { $isEmpty: random() < 0.5 },
          { $not: { $hasAll: list } },
        ]),
      };
    }
    const path = pick(paths);
    const operand = () => (path.endsWith("id") || path === "kin" ? pick<Value>([pick(ids), scalar()]) : scalar());
    const own = (): unknown =>
      pick<() => unknown>([
        operand,
        () => null,
        () => ({ $eq: operand() }),
        () => ({ $ne: pick([operand(), null]) }),
        () => ({ [pick(["$lt", "$lte", "$gt", "$gte"])]: operand() }),
        () => ({ $gte: operand(), $lt: operand() }),
        () => ({
          [pick(["$in", "$nin", "$hasSome", "$hasAll"])]: [
            ...some([operand(), operand(), operand()]),
            ...some([null], 1),
          ],
        }),
        () => ({ [pick(["$startsWith", "$endsWith", "$contains"])]: pick(words) }),
        () => ({ [pick(["$exists", "$isEmpty"])]: random() < 0.5 }),
        () => ({ $urlized: ["du-žodžiai", pick(words)] }),
        () => ({
          $matches: {
            ignoreCase: true,
            spec: [
              { type: "literal", value: "du" },
              { type: "anyOf", value: " \t\n-" },
              { type: "literal", value: "žodžiai" },
            ],
          },
        }),
        () => ({ $not: wrapped(own) }),
      ])();
    return { [path]: own() };
  };
  /** The operand of `$not` in a field is an object of operators, never a bare value. */
  const wrapped = (own: () => unknown): unknown => {
    for (;;) {
      const inner = own();
      if (isObject(inner) && !("$date" in inner)) return inner;
    }
  };
  const filter = (depth = 3): Filter => {
    const sort = random();
    if (depth === 0 || sort < 0.5) return condition();
    if (sort < 0.65) return { $and: Array.from({ length: Math.floor(random() * 3) }, () => filter(depth - 1)) };
    if (sort < 0.8) return { $or: Array.from({ length: Math.floor(random() * 3) }, () => filter(depth - 1)) };
    if (sort < 0.9) return { $not: random() < 0.5 ? filter(depth - 1) : [filter(depth - 1)] };
    return { ...condition(), ...condition() };
  };
  const sort = (): Sort[] => {
    const fields = paths.filter((path) => !/^(id|createdDate)$/.test(path));
    const sortFields = [...new Set(Array.from({ length: Math.floor(random() * 4) }, () => pick(fields)))];
    return [...sortFields.filter((path) => path !== "_id"), "_id"].map((fieldName) => ({
      fieldName,
      order: pick(["ASC", "DESC"]),
    }));
  };
  return { items: Array.from({ length: itemCount }, (_, n) => item(n)), filter, sort, idOf };
}

const isObject = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);
