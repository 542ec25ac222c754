import { createAccounts } from "@uola/accounts";
import type { items as contract, Input, ItemData } from "@uola/contract";
import { newId } from "@uola/database";
import { freshDatabase } from "@uola/database/testing";
import { type Call, type Context, createChanges } from "@uola/kernel";
import fc from "fast-check";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Collections, createCollections } from "../collections/collections.ts";
import { createCollection } from "../collections/testing.ts";
import { createFieldEncryption } from "./encrypted-fields.ts";
import { createItemAccess } from "./item-access.ts";
import { type Filter, type Item, inOrder, matches, type Sort } from "./oracle.testing.ts";
import { createRandom, randomDeclared, randomFields } from "./random.testing.ts";
import { readHandlers } from "./read.ts";

const at = new Date("2026-09-01T09:00:00Z");
let context: Context;
let collections: Collections;
let calls: ReturnType<typeof readHandlers>;
let close: () => Promise<void>;

const as = (role: Call["caller"]["role"], id = "somebody") =>
  ({ caller: { role, id, kind: role === "visitor" ? "visitor" : "member" }, requestId: "1", from: {} }) as Call;
const owner = as("owner", "owner");

/** Inserts items directly into their table. Lists in MULTI_REFERENCE fields become reference rows. */
async function fill(id: string, rows: Item[], { multiple = [] as string[], sandbox = false } = {}) {
  const known = await collections.find(id);
  const table = await collections.tableOf(known, sandbox ? "SANDBOX" : "LIVE", true);
  const stored = rows.map(({ _id, _owner, _createdDate, _publishStatus, ...data }) => {
    for (const field of multiple) delete data[field];
    const created = (_createdDate as { $date: string } | undefined)?.$date ?? at.toISOString();
    return { id: _id, owner: _owner ?? null, created, status: _publishStatus ?? null, data };
  });
  await sql`insert into ${table} (id, data, status, owner, created_date, updated_date, written_by)
    select id, data, status, owner, created, created, '{}' from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
      as r(id text, data jsonb, status text, owner text, created timestamptz)`.execute(context.db);
  const references = rows.flatMap((row) =>
    multiple.flatMap((field) =>
      ((row[field] as string[] | undefined) ?? []).map((referenced) => ({
        field,
        item: row._id,
        referenced,
        id: newId(),
      })),
    ),
  );
  await sql`insert into item_reference (site_id, collection_key, sandbox, field, item_id, referenced_id, id)
    select ${context.siteId}::uuid, ${known.key}::uuid, ${sandbox}, field, item, referenced, id
    from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as r(field text, item text, referenced text, id uuid)`.execute(
    context.db,
  );
}

const query = async (
  dataCollectionId: string,
  input: Omit<Input<typeof contract.query>, "dataCollectionId">,
  call = owner,
) => {
  const { dataItems, pagingMetadata } = await calls.query({ dataCollectionId, ...input }, call);
  return { items: dataItems.map(({ data }) => data as ItemData), ids: dataItems.map(({ id }) => id), pagingMetadata };
};
const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => "no refusal",
    (error: { code?: string }) => error.code,
  );

beforeAll(async () => {
  const platform = await freshDatabase();
  close = platform.close;
  const { connection, db, siteId } = platform;
  const now = () => at;
  const accounts = createAccounts({ db, siteId, now, secret: "a secret of the test" });
  const log = pino({ level: "silent" });
  context = { connection, db, siteId, now, accounts, log, changes: createChanges(connection, siteId, log) } as Context;
  collections = createCollections(context);
  calls = readHandlers(context, createItemAccess(context, collections), {
    find: async () => undefined,
    list: async () => [],
  });
});
afterAll(() => close());

describe("random items", () => {
  const random = createRandom(20261121, 250);
  const { items } = random;

  beforeAll(async () => {
    const typeMetadata = { reference: { referencedCollectionId: "random" } };
    await createCollection(context, {
      id: "random",
      fields: Object.entries(randomFields).map(([key, type]) => {
        if (type === "REFERENCE") return { key, type, typeMetadata };
        if (type === "MULTI_REFERENCE") {
          return { key, type, typeMetadata: { multiReference: { referencedCollectionId: "random" } } };
        }
        return { key, type };
      }),
    });
    await fill("random", items, { multiple: ["kins"] });
  });
  const expected = (filter: Filter, sort: Sort[]) =>
    items
      .filter((item) => matches(item, filter, randomDeclared))
      .toSorted(inOrder(sort, randomDeclared))
      .map(({ _id }) => _id);

  test("filters and sorts with the same result as the reference implementation", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const input = createRandom(seed, 0);
        const [filter, sort] = [input.filter(), input.sort()];
        const found = await query("random", { query: { filter: filter as never, sort, paging: { limit: 1000 } } });
        expect(found.ids).toEqual(expected(filter, sort));
      }),
      { numRuns: 200, seed: 20261121 },
    );
  });

  test("visits each item once when paging by cursor, forwards and backwards", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 40, max: 90 }), async (seed, limit) => {
        const input = createRandom(seed, 0);
        const [filter, sort] = [input.filter(1), input.sort()];
        const whole = expected(filter, sort);
        const there: string[] = [];
        let page = await query("random", { query: { filter: filter as never, sort, cursorPaging: { limit } } });
        there.push(...page.ids);
        while (page.pagingMetadata.hasNext) {
          const cursor = page.pagingMetadata.cursors?.next as string;
          page = await query("random", { query: { cursorPaging: { limit, cursor } } });
          there.push(...page.ids);
        }
        expect(there).toEqual(whole);
        const back = [...page.ids];
        while (page.pagingMetadata.cursors?.prev) {
          page = await query("random", {
            query: { cursorPaging: { limit, cursor: page.pagingMetadata.cursors.prev } },
          });
          back.unshift(...page.ids);
        }
        expect(back).toEqual(whole);
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});

describe("items without a value", () => {
  const fields = { number: "NUMBER", text: "TEXT", free: "ANY", list: "ANY" } as const;
  beforeAll(async () => {
    await createCollection(context, { id: "gaps", fields });
    const rows = [{ _id: "a" }, { _id: "b", number: 1, text: "", free: "x" }, { _id: "c", number: null, free: null }];
    await fill("gaps", [...rows, { _id: "d", number: -5, text: "Ą", free: 3 }]);
  });
  const sorts = Object.keys(fields).flatMap((fieldName) => [[fieldName, "ASC"] as const, [fieldName, "DESC"] as const]);

  test.each(sorts)("sorts items without a value lowest by %s %s", async (fieldName, order) => {
    const sort = [{ fieldName, order }];
    const { items } = await query("gaps", { query: { sort } });
    const values = items.map((item) => item[fieldName] ?? null);
    const missing = values.filter((value) => value === null).length;
    expect(values.slice(...(order === "ASC" ? [0, missing] : [-missing]))).toEqual(Array(missing).fill(null));
  });

  test.each(sorts)("cursors by %s %s neither skip nor repeat items without a value", async (fieldName, order) => {
    const sort = [{ fieldName, order }];
    const whole = (await query("gaps", { query: { sort } })).ids;
    let page = await query("gaps", { query: { sort, cursorPaging: { limit: 1 } } });
    const there = [...page.ids];
    while (page.pagingMetadata.hasNext) {
      page = await query("gaps", { query: { cursorPaging: { limit: 1, cursor: page.pagingMetadata.cursors?.next } } });
      there.push(...page.ids);
    }
    expect(there).toEqual(whole);
    const back = [...page.ids];
    while (page.pagingMetadata.cursors?.prev) {
      page = await query("gaps", { query: { cursorPaging: { limit: 1, cursor: page.pagingMetadata.cursors.prev } } });
      back.unshift(...page.ids);
    }
    expect(back).toEqual(whole);
  });

  test("groups items without a value as the lowest group of an aggregation", async () => {
    const aggregation = { groupingFields: ["number"], operations: [{ resultFieldName: "n", itemCount: {} }] };
    const { results } = await calls.aggregate({ dataCollectionId: "gaps", aggregation }, owner);
    expect(results.map(({ number }) => number)).toEqual([null, -5, 1]);
  });
});

describe("reading in a language", () => {
  const en = (words: Item) => ({ _translations: { en: words } });
  const rows: Item[] = [
    { _id: "price", title: "Kaina", about: { text: "Kiek" }, ...en({ title: "Price", about: { text: "How much" } }) },
    { _id: "wall", title: "Siena", about: { text: "Aukšta" }, ...en({ title: "A wall" }) },
    { _id: "hall", title: "Salė", ...en({ title: "" }) },
    { _id: "rope", title: "Virvė", ...en({ title: " \n" }) },
    { _id: "shoe", title: "Batai", ...en({ title: null }) },
    { _id: "none", ...en({ title: "Only here" }) },
    { _id: "same", title: "Žygis" },
  ];
  const titles: Record<string, string> = {
    price: "Price",
    wall: "A wall",
    hall: "Salė",
    rope: "Virvė",
    shoe: "Batai",
    none: "Only here",
    same: "Žygis",
  };
  const language = "en";
  beforeAll(async () => {
    await createCollection(context, {
      id: "words",
      fields: { title: "TEXT", about: "OBJECT" },
      plugins: [{ type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["title", "about"] } }],
    });
    await fill("words", rows);
    await fill("words", rows, { sandbox: true });
  });
  const idsOf = (titled: (title: string) => boolean) =>
    Object.keys(titles)
      .filter((id) => titled(titles[id] as string))
      .toSorted();
  const found = async (filter: object) =>
    (await query("words", { language, query: { filter: filter as never } })).ids.toSorted();

  test("falls back to the item's own value if the translation is blank", async () => {
    const { items } = await query("words", { language });
    expect(Object.fromEntries(items.map(({ _id, title }) => [_id, title]))).toEqual(titles);
  });

  test.each<[object, (title: string) => boolean]>([
    [{ title: "Price" }, (title) => title === "Price"],
    [{ title: "Kaina" }, (title) => title === "Kaina"],
    [{ title: "Salė" }, (title) => title === "Salė"],
    [{ title: { $in: ["A wall", "Batai", "Siena"] } }, (title) => title === "A wall" || title === "Batai"],
    [{ title: { $ne: "Price" } }, (title) => title !== "Price"],
    [{ title: { $startsWith: "a w" } }, (title) => title === "A wall"],
    [{ title: { $contains: "ONLY" } }, (title) => title === "Only here"],
    [{ title: { $lt: "B" } }, (title) => title < "B"],
    [{ title: { $isEmpty: true } }, () => false],
    [{ "about.text": "How much" }, (title) => title === "Price"],
    [{ "about.text": "Kiek" }, () => false],
    [{ "about.text": "Aukšta" }, (title) => title === "A wall"],
  ])("matches displayed values by %j in queries, counts, distinct values and groups", async (filter, titled) => {
    expect(await found(filter)).toEqual(idsOf(titled));
    const input = { dataCollectionId: "words", language, filter: filter as never };
    expect(await calls.count(input, owner)).toEqual({ totalCount: idsOf(titled).length });
    const { distinctValues } = await calls.queryDistinctValues({ ...input, fieldName: "title" }, owner);
    expect(distinctValues).toEqual(
      idsOf(titled)
        .map((id) => titles[id])
        .toSorted(),
    );
    const aggregation = { groupingFields: ["title"], operations: [] };
    const grouped = await calls.aggregate(
      { dataCollectionId: "words", language, initialFilter: filter as never, aggregation },
      owner,
    );
    expect(grouped.results.map(({ title }) => title)).toEqual(distinctValues);
    const sandbox = await calls.count({ ...input, environment: "SANDBOX" }, owner);
    expect(sandbox).toEqual({ totalCount: idsOf(titled).length });
  });

  test.each(["ASC", "DESC"] as const)("sorts %s by the displayed title, including with a cursor", async (order) => {
    const sort = [{ fieldName: "title", order }];
    const expected = Object.keys(titles).toSorted((a, b) => ((titles[a] as string) < (titles[b] as string) ? -1 : 1));
    if (order === "DESC") expected.reverse();
    expect((await query("words", { language, query: { sort } })).ids).toEqual(expected);
    let page = await query("words", { language, query: { sort, cursorPaging: { limit: 2 } } });
    const ids = [...page.ids];
    while (page.pagingMetadata.hasNext) {
      const cursorPaging = { limit: 2, cursor: page.pagingMetadata.cursors?.next };
      page = await query("words", { language, query: { cursorPaging } });
      ids.push(...page.ids);
    }
    expect(ids).toEqual(expected);
  });

  test("filters by the items' own values in another language and without a language", async () => {
    for (const other of ["lt", undefined]) {
      const { ids } = await query("words", { language: other, query: { filter: { title: "Kaina" } } });
      expect(ids).toEqual(["price"]);
    }
  });
});

describe("read options", () => {
  const stamp = (day: number) => ({ _createdDate: { $date: `2026-08-0${day}T09:00:00.000Z` } });
  beforeAll(async () => {
    const permissions = { insert: "ANYONE", update: "ANYONE", remove: "ANYONE", read: "SITE_MEMBER_AUTHOR" } as const;
    await createCollection(context, { id: "setters", fields: { name: "TEXT", rank: "NUMBER" }, permissions });
    await fill("setters", [
      { _id: "s1", name: "Rūta", rank: 1, _owner: "ona" },
      { _id: "s2", name: "Domas", rank: 2, _owner: "jonas" },
    ]);
    await createCollection(context, {
      id: "routes",
      fields: [
        { key: "name", type: "TEXT" },
        { key: "grade", type: "NUMBER" },
        { key: "day", type: "DATE" },
        { key: "secret", type: "TEXT", encrypted: true },
        { key: "setter", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "setters" } } },
        {
          key: "climbers",
          type: "MULTI_REFERENCE",
          typeMetadata: { multiReference: { referencedCollectionId: "setters" } },
        },
      ],
      plugins: [
        { type: "PUBLISH", publishOptions: { defaultStatus: "PUBLISHED" } },
        { type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["name"] } },
      ],
    });
    const known = await collections.find("routes");
    const sealed = createFieldEncryption(context).encrypt(known, { secret: "beta" });
    await fill(
      "routes",
      [
        {
          _id: "r1",
          name: "Viena",
          grade: 5,
          day: "2026-08-01",
          setter: "s1",
          climbers: ["s2", "s1"],
          ...stamp(1),
          ...sealed,
          _translations: { en: { name: "One" } },
          place: { wall: "A", n: [1, 2] },
          _publishStatus: "PUBLISHED",
        },
        { _id: "r2", name: "Dvi", grade: 6, day: "2026-08-01", setter: "s2", ...stamp(2), _publishStatus: "PUBLISHED" },
        {
          _id: "r3",
          name: "Trys",
          grade: 6,
          setter: "gone",
          climbers: ["gone", "s2"],
          ...stamp(3),
          _publishStatus: "PUBLISHED",
        },
        { _id: "r4", name: "Juodraštis", grade: 9, ...stamp(4), _publishStatus: "DRAFT" },
      ],
      { multiple: ["climbers"] },
    );
  });

  test("returns an item with system fields and decrypted values, limited to the requested fields", async () => {
    const get = async (input: object) =>
      (await calls.get({ dataCollectionId: "routes", dataItemId: "r1", ...input }, owner)).dataItem;
    expect(await get({})).toEqual({
      id: "r1",
      dataCollectionId: "routes",
      data: {
        _id: "r1",
        _createdDate: { $date: "2026-08-01T09:00:00.000Z" },
        _updatedDate: { $date: "2026-08-01T09:00:00.000Z" },
        _publishStatus: "PUBLISHED",
        name: "Viena",
        grade: 5,
        day: "2026-08-01",
        setter: "s1",
        secret: "beta",
        _translations: { en: { name: "One" } },
        place: { wall: "A", n: [1, 2] },
      },
    });
    expect((await get({ fields: ["name", "place.wall", "createdDate", "nowhere.at.all"] })).data).toEqual({
      _id: "r1",
      name: "Viena",
      place: { wall: "A" },
      _createdDate: { $date: "2026-08-01T09:00:00.000Z" },
    });
    expect((await get({ language: "en" })).data).toMatchObject({ name: "One" });
    expect((await get({ language: "de" })).data).not.toHaveProperty("_translations");
    expect(await refusal(get({ dataItemId: "none" }))).toBe("WDE0073");
    expect(await refusal(get({ dataCollectionId: "none" }))).toBe("WDE0025");
  });

  test("shows drafts only to staff who request them", async () => {
    const drafts = { publishPluginOptions: { includeDraftItems: true } };
    const seen = async (input: object, call: Call) => (await query("routes", input, call)).ids;
    expect(await seen({}, owner)).toEqual(["r3", "r2", "r1"]);
    expect(await seen(drafts, owner)).toEqual(["r4", "r3", "r2", "r1"]);
    expect(await seen(drafts, as("member"))).toEqual(["r3", "r2", "r1"]);
    const get = (call: Call, input: object) =>
      calls.get({ dataCollectionId: "routes", dataItemId: "r4", ...input }, call);
    expect((await get(as("trainer"), drafts)).dataItem.id).toBe("r4");
    expect(await refusal(get(owner, {}))).toBe("WDE0073");
    expect(await refusal(get(as("visitor"), drafts))).toBe("WDE0073");
  });

  test("hides other people's items, including through references, from a caller limited to their own", async () => {
    expect((await query("setters", {}, as("member", "ona"))).ids).toEqual(["s1"]);
    expect(await calls.count({ dataCollectionId: "setters" }, as("member", "nobody"))).toEqual({ totalCount: 0 });
    expect(await refusal(query("setters", {}, as("visitor")))).toBe("WDE0027");
    const get = (id: string) => calls.get({ dataCollectionId: "setters", dataItemId: id }, as("member", "ona"));
    expect((await get("s1")).dataItem.id).toBe("s1");
    expect(await refusal(get("s2"))).toBe("WDE0073");

    const input = { includeReferencedItems: ["setter", "climbers"], query: { sort: [{ fieldName: "_id" }] } };
    const [first, second] = (await query("routes", input, as("member", "ona"))).items;
    expect(first).toMatchObject({ setter: { name: "Rūta" }, climbers: [{ name: "Rūta" }] });
    expect(second).toMatchObject({ setter: "s2", climbers: [] });
    expect((await query("routes", input, as("visitor"))).items[0]).toMatchObject({ setter: "s1" });
  });

  test("replaces ids with the included referenced items, in order and up to the requested number", async () => {
    const sort = [{ fieldName: "_id" }];
    const input = { query: { sort, fields: ["climbers", "setter"] }, includeReferencedItems: ["setter"] };
    const { items } = await query("routes", { ...input, referencedItemOptions: [{ fieldName: "climbers", limit: 1 }] });
    expect(items.map(({ setter, climbers }) => [setter, climbers])).toMatchObject([
      [{ _id: "s1", name: "Rūta" }, [{ _id: "s2", name: "Domas" }]],
      [{ _id: "s2" }, []],
      ["gone", [{ _id: "s2" }]],
    ]);
    expect(await refusal(query("routes", { includeReferencedItems: ["name"] }))).toBe("WDE0020");
    expect(await refusal(query("routes", { referencedItemOptions: [{ fieldName: "setter", limit: 51 }] }))).toBe(
      "WDE0036",
    );
  });

  test("returns referenced items in the order they were added and reports missing ones", async () => {
    const referenced = (referringItemId: string, input: object = {}, call = owner) =>
      calls.queryReferenced(
        { dataCollectionId: "routes", referringItemFieldName: "climbers", referringItemId, ...input },
        call,
      );
    const idsOf = ({ results }: Awaited<ReturnType<typeof referenced>>) =>
      results.map(({ dataItem, unresolvedReference }) => dataItem?.id ?? unresolvedReference);
    expect(idsOf(await referenced("r1"))).toEqual(["s2", "s1"]);
    expect(idsOf(await referenced("r1", { order: "DESC", paging: { limit: 1 } }))).toEqual(["s1"]);
    const gone = { referencedItemId: "gone", unauthorized: false };
    expect(await referenced("r3").then(({ results, pagingMetadata }) => [results[0], pagingMetadata.total])).toEqual([
      { unresolvedReference: gone, referringItemId: "r3" },
      2,
    ]);
    expect(idsOf(await referenced("r3", {}, as("visitor")))).toEqual([
      { ...gone, unauthorized: true },
      { referencedItemId: "s2", unauthorized: true },
    ]);
    const first = await referenced("r1", { cursorPaging: { limit: 1 } });
    const cursorPaging = { limit: 1, cursor: first.pagingMetadata.cursors?.next };
    const next = await calls.queryReferenced({ dataCollectionId: "routes", cursorPaging } as never, owner);
    expect(idsOf(next)).toEqual(["s1"]);
    expect(idsOf(await referenced("r2", { referringItemFieldName: "setter" }))).toEqual(["s2"]);
    expect(await refusal(referenced("r1", { referringItemFieldName: "name" }))).toBe("WDE0020");
    expect(await refusal(referenced("none"))).toBe("WDE0073");

    const refers = (referringItemFieldName: string, referencedItemId: string) =>
      calls.isReferenced(
        { dataCollectionId: "routes", referringItemId: "r1", referringItemFieldName, referencedItemId },
        owner,
      );
    expect(await refers("climbers", "s2")).toEqual({ isReferenced: true });
    expect(await refers("setter", "s2")).toEqual({ isReferenced: false });
  });

  test("aggregates groups and filters, sorts and pages the results", async () => {
    const aggregate = (input: object) => calls.aggregate({ dataCollectionId: "routes", ...input }, owner);
    const operations = [
      { resultFieldName: "n", itemCount: {} },
      { max: { itemFieldName: "day" } },
      { resultFieldName: "last", max: { itemFieldName: "_createdDate" } },
      { resultFieldName: "sum", sum: { itemFieldName: "grade" } },
    ];
    const byGrade = await aggregate({ aggregation: { groupingFields: ["grade"], operations } });
    expect(byGrade.results).toEqual([
      { _id: 5, grade: 5, n: 1, dayMax: "2026-08-01", last: { $date: "2026-08-01T09:00:00.000Z" }, sum: 5 },
      { _id: 6, grade: 6, n: 2, dayMax: "2026-08-01", last: { $date: "2026-08-03T09:00:00.000Z" }, sum: 12 },
    ]);
    expect(byGrade.pagingMetadata).toMatchObject({ count: 2, total: 2 });
    const groupingFields = ["day", "grade"];
    const both = { aggregation: { groupingFields, operations: [{ average: { itemFieldName: "grade" } }] } };
    const sort = [{ fieldName: "grade", order: "DESC" }, { fieldName: "day" }];
    const pages = [];
    let page = await aggregate({ ...both, sort, cursorPaging: { limit: 2 } });
    pages.push(page.results.map(({ _id }) => _id));
    page = await aggregate({ cursorPaging: { limit: 2, cursor: page.pagingMetadata.cursors?.next } });
    pages.push(page.results.map(({ _id }) => _id));
    expect(pages).toEqual([
      [
        { day: null, grade: 6 },
        { day: "2026-08-01", grade: 6 },
      ],
      [{ day: "2026-08-01", grade: 5 }],
    ]);
    const initialFilter = { name: { $ne: "Viena" } };
    const whole = {
      initialFilter,
      aggregation: { operations: [{ itemCount: {} }, { min: { itemFieldName: "name" } }] },
    };
    expect((await aggregate(whole)).results).toEqual([{ count: 2, nameMin: "Dvi" }]);
    const finalFilter = { n: { $gte: 2 }, last: { $gt: { $date: "2026-08-02T00:00:00Z" } } };
    expect(
      (await aggregate({ aggregation: { groupingFields: ["grade"], operations }, finalFilter })).results,
    ).toHaveLength(1);
    expect(await refusal(aggregate({ aggregation: { groupingFields: ["secret"] } }))).toBe("WDE0080");
    expect(await refusal(aggregate({ aggregation: { operations: [{ resultFieldName: "x" }] } }))).toBe("WDE0080");
  });

  test("averages numbers whose squares overflow", async () => {
    await createCollection(context, { id: "big", fields: [{ key: "n", type: "NUMBER" }] });
    await fill("big", [{ _id: "a", n: 2e200 }, { _id: "b", n: 4e200 }, { _id: "c" }]);
    const operations = [{ resultFieldName: "mean", average: { itemFieldName: "n" } }];
    const mean = async (initialFilter: object) => {
      const { results } = await calls.aggregate(
        { dataCollectionId: "big", initialFilter, aggregation: { groupingFields: [], operations } } as never,
        owner,
      );
      return results;
    };
    expect(await mean({})).toEqual([{ mean: 3e200 }]);
    expect(await mean({ n: { $lt: 0 } })).toEqual([{ mean: null }]);
  });

  test("includes elements of lists and ids of references in distinct values", async () => {
    const values = async (fieldName: string, input: object = {}) => {
      const answer = await calls.queryDistinctValues({ dataCollectionId: "routes", fieldName, ...input }, owner);
      return [answer.distinctValues, answer.pagingMetadata.total];
    };
    expect(await values("grade", { order: "DESC" })).toEqual([[6, 5], 2]);
    expect(await values("day")).toEqual([["2026-08-01"], 1]);
    expect(await values("place.n")).toEqual([[1, 2], 2]);
    expect(await values("climbers", { filter: { grade: 6 } })).toEqual([["gone", "s2"], 2]);
    expect(await values("name", { paging: { limit: 1, offset: 1 } })).toEqual([["Trys"], 3]);
    expect(await values("name", { paging: { limit: 1, offset: 9 } })).toEqual([[], 3]);
    const first = await calls.queryDistinctValues(
      { dataCollectionId: "routes", fieldName: "grade", cursorPaging: { limit: 1 } },
      owner,
    );
    const cursorPaging = { limit: 1, cursor: first.pagingMetadata.cursors?.next };
    expect(
      (await calls.queryDistinctValues({ dataCollectionId: "routes", fieldName: "grade", cursorPaging }, owner))
        .distinctValues,
    ).toEqual([6]);
  });

  test("counts the exact total on request, otherwise only slightly beyond the page", async () => {
    const paging = { limit: 1 };
    expect((await query("random", { query: { paging } })).pagingMetadata).toEqual({
      count: 1,
      offset: 0,
      total: 101,
      tooManyToCount: false,
    });
    expect((await query("random", { query: { paging }, returnTotalCount: true })).pagingMetadata.total).toBe(250);
    expect((await query("random", { query: { paging: { limit: 10, offset: 900 } } })).pagingMetadata).toMatchObject({
      count: 0,
      total: 250,
    });
  });

  test("returns no items from a sandbox before its first write", async () => {
    const sandbox = { environment: "SANDBOX" } as const;
    expect((await query("setters", sandbox)).ids).toEqual([]);
    expect(await refusal(calls.get({ dataCollectionId: "setters", dataItemId: "s1", ...sandbox }, owner))).toBe(
      "WDE0073",
    );
    await fill("setters", [{ _id: "tried" }], { sandbox: true });
    expect((await query("setters", sandbox)).ids).toEqual(["tried"]);
    expect((await query("setters", { environment: "SANDBOX_PREFERRED" })).ids).toEqual(["tried"]);
    expect((await query("setters", {})).ids).toEqual(["s2", "s1"]);
  });

  test.each([
    [[1], "WDE0016"],
    [{ $and: [1] }, "WDE0056"],
    [{ $and: {} }, "WDE0057"],
    [{ grade: { $in: 1 } }, "WDE0057"],
    [{ grade: { $gt: [1] } }, "WDE0058"],
    [{ grade: { $lt: null } }, "WDE0058"],
    [{ grade: { $date: "yesterday" } }, "WDE0058"],
    [{ name: { $contains: 1 } }, "WDE0059"],
    [{ name: { $in: [{}] } }, "WDE0060"],
    [{ name: { $regex: "a" } }, "WDE0070"],
    [{ name: { $like: "a" } }, "WDE0080"],
    [{ $nor: [] }, "WDE0080"],
    [{ secret: "beta" }, "WDE0080"],
    [{ name: "a\0b" }, "WDE0080"],
    [{ "a\0b": 1 }, "WDE0080"],
    [{ name: { $matches: { ignoreCase: true, spec: [{ type: "any", value: "a" }] } } }, "WDE0080"],
    [{ name: { $in: Array.from({ length: 3000 }, () => "a") } }, "WDE0080"],
  ])("rejects an invalid filter with its error code: %j", async (filter, code) => {
    expect(await refusal(query("routes", { query: { filter: filter as never } }))).toBe(code);
  });

  test.each([
    [{ paging: { limit: -1 } }, "WDE0033"],
    [{ paging: { offset: -1 } }, "WDE0034"],
    [{ paging: { limit: 1.5 } }, "WDE0035"],
    [{ paging: { limit: 1001 } }, "WDE0036"],
    [{ cursorPaging: { limit: 101 } }, "WDE0036"],
    [{ paging: {}, cursorPaging: {} }, "WDE0080"],
    [{ cursorPaging: { cursor: "x" } }, "INVALID_CURSOR"],
    [{ sort: [{ fieldName: "climbers" }] }, "WDE0080"],
    [{ sort: [{ fieldName: "secret" }] }, "WDE0080"],
  ])("rejects invalid paging with its error code: %j", async (input, code) => {
    expect(await refusal(query("routes", { query: input }))).toBe(code);
  });

  test("cancels a query that exceeds its time limit", async () => {
    await context.connection.questions.query("set statement_timeout = 1");
    try {
      const filter = { $or: Array.from({ length: 60 }, (_, n) => ({ free: { $contains: `${n}` } })) };
      const attempts = Array.from({ length: 8 }, () => query("random", { query: { filter } }));
      const codes = await Promise.all(attempts.map(refusal));
      expect(codes).toContain("WDE0028");
    } finally {
      await context.connection.questions.query("set statement_timeout = 5000");
    }
  });
});
