import { expect, test } from "@playwright/test";
import { collection, filled, idsOf, type Query, query } from "./item-collections.ts";
import { answerTo, codeOf, fieldsOf, owner } from "./platform.ts";

/** Tests item queries with the platform's public SDK. */
const { items } = owner;

test("supports every operator of the item query builder", async () => {
  const dataCollectionId = await filled();
  const cases: [expected: string, build: (query: Query) => Query][] = [
    ["", (q) => q.eq("data.grade", "6a")],
    ["ac", (q) => q.eq("grade", "6a")],
    ["b", (q) => q.eq("_id", "b")],
    ["bd", (q) => q.ne("grade", "6a")],
    ["bd", (q) => q.gt("metres", 12)],
    ["abd", (q) => q.ge("metres", 12)],
    ["c", (q) => q.lt("metres", 12)],
    ["ac", (q) => q.le("metres", 12)],
    ["a", (q) => q.between("metres", 12, 15)],
    ["ac", (q) => q.startsWith("name", "sm")],
    ["abcd", (q) => q.endsWith("name", "IS").or(query({ dataCollectionId }).endsWith("name", "as"))],
    ["bd", (q) => q.contains("name", "N").ne("_id", "c")],
    ["abc", (q) => q.hasSome("tags", ["lengva", "briauna"])],
    ["abc", (q) => q.hasSome("tags", "lengva", "briauna")],
    ["a", (q) => q.hasAll("tags", ["lengva", "plokštė"])],
    ["bd", (q) => q.in("grade", ["6b", "7a"])],
    ["abc", (q) => q.exists("set")],
    ["d", (q) => q.exists("set", false)],
    ["d", (q) => q.isEmpty("set")],
    ["abc", (q) => q.isNotEmpty("set")],
    ["bc", (q) => q.gt("set", "2026-02-01T00:00:00.000Z")],
    ["bc", (q) => q.gt("set", { $date: "2026-02-01T00:00:00.000Z" })],
    ["bc", (q) => q.gt("set", new Date("2026-02-01T00:00:00Z"))],
    ["a", (q) => q.eq("set", { $date: "2026-01-31T10:00:00Z" })],
    ["abcd", (q) => q.ge("_createdDate", new Date(Date.now() - 60_000))],
    ["", (q) => q.lt("_updatedDate", { $date: "2026-01-01T00:00:00.000Z" })],
    ["bd", (q) => q.not(query({ dataCollectionId }).eq("grade", "6a"))],
    ["c", (q) => q.eq("grade", "6a").and(query({ dataCollectionId }).lt("metres", 10))],
  ];
  for (const [expected, build] of cases) {
    const found = idsOf(await build(query({ dataCollectionId })).ascending("_id").find());
    expect(found, String(build)).toBe(expected);
  }
});

test("item queries support sorting, paging in both directions, and projections", async () => {
  const dataCollectionId = await filled();
  expect(idsOf(await query({ dataCollectionId }).ascending("grade").descending("metres").find())).toBe("acbd");
  expect(idsOf(await query({ dataCollectionId }).descending("_createdDate", "_id").find())).toBe("dcba");
  const first = await query({ dataCollectionId, returnTotalCount: true }).descending("metres").limit(3).find();
  expect(idsOf(first)).toBe("dba");
  expect(first).toMatchObject({ totalCount: 4, totalPages: 2, currentPage: 0, pageSize: 3, length: 3 });
  expect([first.hasPrev(), first.hasNext()]).toEqual([false, true]);
  const next = await first.next();
  expect([idsOf(next), next.hasNext(), next.hasPrev()]).toEqual(["c", false, true]);
  expect(idsOf(await next.prev())).toBe("dba");
  // Without a total count the response still indicates whether there are more items.
  const uncounted = await query({ dataCollectionId, consistentRead: true, language: "lt", appOptions: { a: [1] } })
    .ascending("_id")
    .limit(2)
    .skip(1)
    .find();
  expect(idsOf(uncounted)).toBe("bc");
  expect((await query({ dataCollectionId }).limit(2).find()).hasNext()).toBe(true);
  const chosen = { cursorPaging: { limit: 2 }, sort: [{ fieldName: "_id" }], fields: ["name"] };
  const projected = await query({ dataCollectionId, query: chosen }).find();
  expect(projected.items.map(({ data }) => data)).toEqual([
    { _id: "a", name: "Smėlis" },
    { _id: "b", name: "Granitas" },
  ]);
});

test("each mistake in an item query has a specific error code", async () => {
  const dataCollectionId = await filled();
  const whole = () => query({ dataCollectionId });
  const named = (path: string) => query({ dataCollectionId, includeReferencedItems: [path] }).find();
  expect(await answerTo(query({ dataCollectionId: "nera" }).find())).toBe("404 WDE0025");
  expect(await answerTo(whole().limit(1001).find())).toBe("400 WDE0036");
  expect(await answerTo(whole().limit(-1).find())).toBe("400 WDE0033");
  expect(await answerTo(whole().skip(-1).find())).toBe("400 WDE0034");
  expect(await answerTo(whole().in("grade", "6a").find())).toBe("400 WDE0057");
  expect(await answerTo(whole().startsWith("grade", 6).find())).toBe("400 WDE0059");
  expect(await answerTo(named("name"))).toBe("400 WDE0020");
  expect(await codeOf(items.countDataItems({ dataCollectionId, filter: { name: { $regex: "." } } }))).toBe("WDE0070");
  expect(await codeOf(items.countDataItems({ dataCollectionId, filter: [] as never }))).toBe("WDE0016");
  const cursorPaging = { cursor: "ne-zymuo" };
  expect(await codeOf(items.aggregateDataItems({ dataCollectionId, cursorPaging }))).toBe("INVALID_CURSOR");
  expect(await fieldsOf(items.queryDistinctValues({ dataCollectionId } as never))).toEqual(["options.fieldName"]);
  expect(await fieldsOf(items.getDataItem("a"))).toEqual(["options.dataCollectionId"]);
});

test("counts items, and pages through aggregations and distinct values", async () => {
  const dataCollectionId = await filled();
  const filter = { set: { $gt: { $date: "2026-02-01T00:00:00.000Z" } } };
  const options = { consistentRead: true, language: "lt", appOptions: { a: 1 } };
  expect(await items.countDataItems({ dataCollectionId, filter, ...options })).toEqual({ totalCount: 2 });
  const input = {
    dataCollectionId,
    initialFilter: { metres: { $gt: 8 } },
    aggregation: {
      groupingFields: ["grade"],
      operations: [
        { resultFieldName: "routes", itemCount: {} },
        { resultFieldName: "longest", max: { itemFieldName: "metres" } },
        { resultFieldName: "shortest", min: { itemFieldName: "metres" } },
        { resultFieldName: "mean", average: { itemFieldName: "metres" } },
        { resultFieldName: "metres", sum: { itemFieldName: "metres" } },
      ],
    },
    finalFilter: { routes: { $gte: 1 } },
    sort: [{ fieldName: "grade", order: "ASC" as never }],
  };
  const page = { paging: { limit: 1, offset: 1 }, returnTotalCount: true, ...options };
  const { results, pagingMetadata } = await items.aggregateDataItems({ ...structuredClone(input), ...page });
  expect(results).toEqual([{ _id: "6b", grade: "6b", routes: 1, longest: 15, shortest: 15, mean: 15, metres: 15 }]);
  expect(pagingMetadata).toMatchObject({ count: 1, offset: 1, total: 3 });
  const first = await items.aggregateDataItems({ ...input, cursorPaging: { limit: 2 } });
  expect(first.results?.[0]).toMatchObject({ _id: "6a", routes: 2, longest: 12, shortest: 9, mean: 10.5, metres: 21 });
  const { next } = first.pagingMetadata?.cursors ?? {};
  const rest = await items.aggregateDataItems({
    dataCollectionId,
    aggregation: input.aggregation,
    cursorPaging: { limit: 2, cursor: next as string },
  });
  expect(rest.results?.map((row) => row?._id)).toEqual(["7a"]);

  const values = { dataCollectionId, fieldName: "grade", order: "DESC" as never };
  expect((await items.queryDistinctValues({ ...values })).distinctValues).toEqual(["7a", "6b", "6a"]);
  const two = await items.queryDistinctValues({ ...values, ...options, paging: { limit: 2 }, returnTotalCount: true });
  expect(two).toMatchObject({ distinctValues: ["7a", "6b"], pagingMetadata: { count: 2, total: 3 } });
  const begun = await items.queryDistinctValues({
    ...values,
    filter: { metres: { $lt: 20 } },
    cursorPaging: { limit: 1 },
  });
  const cursor = begun.pagingMetadata?.cursors?.next as string;
  const ended = await items.queryDistinctValues({ dataCollectionId, fieldName: "grade", cursorPaging: { cursor } });
  expect([begun.distinctValues, ended.distinctValues]).toEqual([["6b"], ["6a"]]);
  expect((await items.queryDistinctValues({ dataCollectionId, fieldName: "tags" })).distinctValues).toEqual([
    "briauna",
    "lengva",
    "plokštė",
  ]);
});

test("items support translations and a sandbox environment", async () => {
  const plugins = [{ type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["name"] } }];
  const dataCollectionId = await collection([{ key: "name", type: "TEXT" }], { plugins });
  const data = { name: "Siena", _translations: { en: { name: "Wall" } } };
  await items.insertDataItem({ dataCollectionId, dataItem: { _id: "w", data } });
  const translated = (await items.getDataItem("w", { dataCollectionId, language: "en" })).data;
  expect(translated).toMatchObject({ _id: "w", name: "Wall" });
  const [found] = (await query({ dataCollectionId, language: "lt" }).find()).items;
  expect(found?.data?.name).toBe("Siena");
  const there = async (environment: string) =>
    idsOf(await query({ dataCollectionId, environment: environment as never }).find());
  expect(await Promise.all(["LIVE", "SANDBOX", "SANDBOX_PREFERRED"].map(there))).toEqual(["w", "", "w"]);
});
