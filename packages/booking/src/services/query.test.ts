import { afterAll, expect, test } from "vitest";
import { createSearchGym, staff } from "./search.testing.ts";
import { fields } from "./search-store.ts";

const { gym, made, owners, visitors } = await createSearchGym();
afterAll(() => gym.close());

test("search, count and query find the same services for every field, operator and sort order", async () => {
  const values = {
    text: "x",
    number: 5,
    decimal: "12.50",
    boolean: true,
    date: "2026-02-01",
    uuid: staff[0],
    textArray: "x",
    uuidArray: staff[0],
  };
  for (const [path, field] of Object.entries(fields)) {
    const isArray = field.type.endsWith("Array");
    const value = values[field.type];
    const ordered = isArray ? [] : ["$lt", "$lte", "$gt", "$gte"].map((operator) => ({ [operator]: value }));
    const inPart =
      field.type === "text" ? ["$startsWith", "$endsWith", "$contains"].map((operator) => ({ [operator]: value })) : [];
    const inputs = [
      value,
      null,
      { $eq: value },
      { $ne: value },
      { $in: [value] },
      { $nin: isArray ? [value] : [value, null] },
      { $hasSome: [value] },
      { $hasAll: [value] },
      { $exists: true },
      { $not: { $eq: value } },
      ...ordered,
      ...inPart,
    ];
    for (const input of inputs) {
      const filter = { [path]: input } as never;
      const sort = isArray ? [] : [{ fieldName: path, order: "DESC" as const }];
      const [{ count }, { services }, { pagingMetadata }] = await Promise.all([
        owners().count({ filter }),
        owners().search({ search: { filter, sort } }),
        owners().query({ query: { filter, sort, paging: { limit: 1 } } }),
      ]);
      expect([services.length, pagingMetadata.total], `${path} ${JSON.stringify(input)}`).toEqual([count, count]);
    }
  }
});

test.each(["' or 1=1 --", "id) or (true", 'service"."id', "constructor", "payment #>> '{a}'"])(
  "rejects a filter with the unknown field name %j",
  async (path) => {
    for (const call of [
      () => owners().count({ filter: { [path]: "x" } }),
      () => owners().search({ search: { filter: { [path]: "x" } } }),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 400, code: "INVALID_FILTER" });
    }
    await expect(owners().search({ search: { sort: [{ fieldName: path }] } })).rejects.toMatchObject({ status: 400 });
  },
);

test("a filter value is never interpreted as SQL or as a pattern", async () => {
  for (const value of ["' or 1=1 --", "%", "\\", "x'); drop table service; --"]) {
    for (const input of [value, { $contains: value }, { $in: [value] }, { $startsWith: value }]) {
      expect(await owners().count({ filter: { name: input } as never })).toEqual({ count: 0 });
    }
  }
  expect(await owners().count({})).toEqual({ count: 80 });
  expect(await visitors().count({})).toEqual({ count: made.filter(({ hidden }) => !hidden).length });
});

test("compares amounts as numbers, given as text or as numbers", async () => {
  const dear = made.filter(({ price }) => price !== null && Number(price) >= 25).length;
  for (const value of ["25", "25.00", 25]) {
    expect(await owners().count({ filter: { "payment.fixed.price.value": { $gte: value } } })).toEqual({
      count: dear,
    });
  }
  await expect(owners().count({ filter: { "payment.fixed.price.value": "25 €" } })).rejects.toMatchObject({
    code: "INVALID_FILTER",
  });
});
