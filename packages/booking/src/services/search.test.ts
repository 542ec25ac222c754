import { afterAll, expect, test } from "vitest";
import { createSearchGym } from "./search.testing.ts";

const { gym, made, owners, visitors } = await createSearchGym();
afterAll(() => gym.close());

const found = async (search: object, as = owners()) => {
  const { services } = await as.search({ search: { search } });
  return services.map(({ id }) => made.findIndex((each) => each.id === id)).sort((a, b) => a - b);
};
const named = (...parts: string[]) =>
  made.flatMap(({ name }, index) => (parts.some((part) => name.includes(part)) ? [index] : []));

test.each([
  [{ expression: "Zirmunuose" }, () => named("Žirmūnuose")],
  [{ expression: "ŽIRMŪN" }, () => named("Žirmūnuose")],
  [{ expression: "Z\u030cirmu\u0304nuose" }, () => named("Žirmūnuose")],
  [{ expression: "seimu mazgai" }, () => named("Šeimų", "mazgai")],
  [{ expression: "seimu mazgai", mode: "AND" }, () => []],
  [{ expression: "virve mazgai", mode: "AND" }, () => named("mazgai")],
  [{ expression: "bolderingas" }, () => []],
  [{ expression: "bolderingas", fuzzy: true }, () => named("Boulderingas")],
  [{ expression: "pradedantiesiems" }, () => [8]],
  [{ expression: "pradedantiesiems", fields: ["name", "description"] }, () => []],
  [{ expression: "pradedantiesiems", fields: ["tagLine"] }, () => [8]],
  [{ expression: "zemaitija", fields: ["category.name"] }, () => [9]],
  [{ expression: "zemaitija pradedantiesiems", fields: ["category.name", "tagLine"] }, () => [8, 9]],
  [{ expression: "O'Neilas", mode: "AND" }, () => [7]],
  [{ expression: "100% saugus", mode: "AND" }, () => [7]],
  [{ expression: "%" }, () => []],
  [{ expression: "' or true --" }, () => []],
  [
    { expression: "nr-3", fields: ["mainSlug.name"], mode: "AND" },
    () => made.flatMap((_, index) => (String(index).includes("3") ? [index] : [])),
  ],
])("finds the expected services for the search %j", async (search, expected) => {
  expect(await found(search)).toEqual(expected());
});

test("a search without words finds all services, and hidden services stay hidden from visitors", async () => {
  expect(await found({ expression: " " })).toHaveLength(80);
  expect(await found({ expression: "rytas" }, visitors())).toEqual(
    made.flatMap(({ name, hidden }, index) => (name === "Šeimų rytas" && !hidden ? [index] : [])),
  );
});

test("rejects unknown search fields, search text that is too long, and too many fields", async () => {
  await expect(found({ expression: "a", fields: ["price"] })).rejects.toMatchObject({ code: "INVALID_FILTER" });
  await expect(found({ expression: "a", fields: ["__proto__"] })).rejects.toMatchObject({ code: "INVALID_FILTER" });
  await expect(found({ expression: "a".repeat(201) })).rejects.toMatchObject({ kind: "validation" });
  await expect(found({ expression: "a", fields: Array(11).fill("name") })).rejects.toMatchObject({
    kind: "validation",
  });
});

test.each([{ fuzzy: false }, { fuzzy: true }])("a cursor contains the search words (%j)", async ({ fuzzy }) => {
  const search = { expression: fuzzy ? "bolderingas" : "bouldering", fuzzy };
  const all = await found(search);
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { services, pagingMetadata } = await owners().search({
      search: cursor
        ? { cursorPaging: { cursor } }
        : { search, cursorPaging: { limit: 3 }, sort: [{ fieldName: "defaultCapacity", order: "DESC" }] },
    });
    seen.push(...services.map(({ id }) => id));
    cursor = pagingMetadata.cursors?.next;
  } while (cursor);
  expect(seen.map((id) => made.findIndex((each) => each.id === id)).toSorted((a, b) => a - b)).toEqual(all);
  const capacities = seen.map((id) => made.find((each) => each.id === id)?.capacity ?? 0);
  expect(capacities).toEqual(capacities.toSorted((a, b) => b - a));
});

test("rejects a cursor combined with search words or aggregations, and an invalid cursor", async () => {
  const { pagingMetadata } = await owners().search({ search: { cursorPaging: { limit: 3 } } });
  const cursorPaging = { cursor: pagingMetadata.cursors?.next };
  for (const more of [{ search: { expression: "a" } }, { aggregations: [{ type: "VALUE", fieldPath: "type" }] }]) {
    await expect(owners().search({ search: { cursorPaging, ...more } as never })).rejects.toMatchObject({
      status: 400,
    });
  }
  await expect(owners().search({ search: { cursorPaging: { cursor: "x" } } })).rejects.toMatchObject({
    code: "INVALID_CURSOR",
  });
  await expect(owners().search({ search: { sort: Array(11).fill({ fieldName: "name" }) } })).rejects.toMatchObject({
    kind: "validation",
  });
});
