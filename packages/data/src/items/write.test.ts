import { randomUUID } from "node:crypto";
import { createAccounts } from "@uola/accounts";
import type { CollectionField, ItemData } from "@uola/contract";
import { freshDatabase } from "@uola/database/testing";
import { type Caller, type Context, createChanges } from "@uola/kernel";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollections } from "../collections/collections.ts";
import { createCollection, type NewCollection } from "../collections/testing.ts";
import { createItemAccess } from "./item-access.ts";
import { referenceHandlers } from "./references.ts";
import { createWithTarget } from "./resolve-target.ts";
import { writeHandlers } from "./write.ts";

const handlersOf = (context: Context) => {
  const access = createItemAccess(context, createCollections(context));
  const withTarget = createWithTarget(context, access, async () => undefined);
  return { ...writeHandlers(withTarget), ...referenceHandlers(withTarget) };
};

let close: () => Promise<void>;
let context: Context;
let calls: ReturnType<typeof handlersOf>;
const clock = { now: new Date("2026-09-01T09:00:00Z") };
const as = (role: Caller["role"], id: string = randomUUID()) => {
  const kind = role === "visitor" ? "visitor" : "member";
  return { caller: { role, kind, id } satisfies Caller, requestId: "test", from: {} };
};
const owner = as("owner");

beforeAll(async () => {
  const platform = await freshDatabase();
  close = platform.close;
  const { connection, db, siteId } = platform;
  const now = () => clock.now;
  const accounts = createAccounts({ db, siteId, now, secret: "a secret of the test" });
  const log = pino({ level: "silent" });
  context = { connection, db, siteId, now, accounts, log, changes: createChanges(connection, siteId, log) } as Context;
  calls = handlersOf(context);
});
afterAll(() => close());

let count = 0;
/** A collection of its own for a test. */
async function collection(fields: NewCollection["fields"] = { title: "TEXT" }, wish: Partial<NewCollection> = {}) {
  count += 1;
  const id = wish.id ?? `things-${count}`;
  await createCollection(context, { ...wish, id, fields });
  const dataCollectionId = id;
  const { key } = await context.db
    .selectFrom("collection")
    .select("key")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const table = sql.table(`items.l_${key.replaceAll("-", "")}`);
  type Stored = { id: string; data: object; revision: number; owner: string | null; status: string | null };
  return {
    id,
    key,
    insert: (data: unknown, dataItemId?: string, by = owner) =>
      calls
        .insert({ dataCollectionId, dataItem: { id: dataItemId, data: data as ItemData } }, by)
        .then((answer) => answer.dataItem),
    update: (dataItemId: string, data: unknown, by = owner, more: object = {}) =>
      calls
        .update({ dataCollectionId, dataItem: { id: dataItemId, data: data as ItemData }, ...more }, by)
        .then((answer) => answer.dataItem),
    patch: (dataItemId: string, ...fieldUpdates: Parameters<typeof calls.patch>[0]["patchSet"]["fieldUpdates"]) =>
      calls
        .patch({ dataCollectionId, patchSet: { dataItemId, fieldUpdates } }, owner)
        .then((answer) => answer.dataItem.data),
    remove: (dataItemId: string, by = owner) => calls.remove({ dataCollectionId, dataItemId }, by),
    stored: async () =>
      (await sql<Stored>`select id, data, revision, owner, status from ${table} order by id`.execute(context.db)).rows,
    versions: () =>
      context.db
        .selectFrom("itemVersion")
        .selectAll()
        .where("collectionKey", "=", key)
        .orderBy("itemId")
        .orderBy("revision")
        .execute(),
    references: async () => {
      const rows = context.db.selectFrom("itemReference").selectAll().where("collectionKey", "=", key);
      return (await rows.orderBy("field").orderBy("itemId").orderBy("id").execute()).map(
        ({ field, itemId, referencedId }) => `${field}: ${itemId} → ${referencedId}`,
      );
    },
  };
}
const code = (expected: string, status = 400) => expect.objectContaining({ code: expected, status });
const field = (key: string, type: CollectionField["type"], rules: Partial<CollectionField> = {}): CollectionField => ({
  key,
  type,
  ...rules,
});
const refersTo = (id: string) => ({ typeMetadata: { reference: { referencedCollectionId: id } } });
const refersToMany = (id: string) => ({ typeMetadata: { multiReference: { referencedCollectionId: id } } });

test("an item has its id, its stamps and what was sent; both dates are the same at first", async () => {
  const { insert, stored } = await collection();
  const sent = {
    title: "Uola",
    free: [{ at: { $date: "2026-01-01T10:00:00Z" } }],
    _createdDate: "x",
    _updatedDate: "y",
  };
  const item = await insert(sent);
  const stamp = { $date: clock.now.toISOString() };
  expect(item.data).toEqual({
    ...sent,
    _id: item.id,
    _createdDate: stamp,
    _updatedDate: stamp,
    _owner: owner.caller.id,
  });
  expect(await stored()).toMatchObject([{ id: item.id, data: { title: "Uola", free: sent.free }, revision: 1 }]);
  expect((await insert({ _id: "named/so", title: "a" })).id).toBe("named/so");
  expect((await insert({ _id: "not so" }, "but so")).id).toBe("but so");
  await expect(insert({}, "but so")).rejects.toEqual(code("WDE0074", 409));
});

test("what cannot be an item is told by its own code", async () => {
  const { insert, update } = await collection();
  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
  for (const data of [undefined, null, 7, "text", [{}]]) await expect(insert(data)).rejects.toEqual(code("WDE0004"));
  await expect(insert({ a: [{ $inc: 1 }] })).rejects.toEqual(code("WDE0134"));
  await expect(insert({ $date: "2026-01-01T00:00:00Z", more: 1 })).rejects.toEqual(code("WDE0134"));
  await expect(insert({ at: { $date: "never" } })).rejects.toEqual(code("WDE0080"));
  await expect(insert(deep(60))).rejects.toEqual(code("WDE0168"));
  await expect(insert({ text: "ž".repeat(256_000) })).rejects.toEqual(code("WDE0009", 413));
  await expect(insert({ text: "half \ud800" })).rejects.toEqual(code("WDE0080"));
  await expect(insert({ ["k".repeat(1001)]: 1 })).rejects.toEqual(code("WDE0080"));
  await expect(insert({ _id: 7 })).rejects.toEqual(code("WDE0080"));
  await expect(insert({}, "x".repeat(513))).rejects.toEqual(code("WDE0080"));
  await expect(insert({ _owner: 7 })).rejects.toEqual(code("WDE0080"));
  await expect(update("", {})).rejects.toEqual(code("WDE0007"));
  await expect(update("nobody", {})).rejects.toEqual(code("WDE0073", 404));
  await expect(calls.insert({ dataCollectionId: "nothing", dataItem: { data: {} } }, owner)).rejects.toEqual(
    code("WDE0025", 404),
  );
});

test("an update replaces what was, keeps owner and first date, and puts away what was", async () => {
  const { insert, update, stored, versions, id } = await collection();
  const item = await insert({ title: "one", more: 1 }, "a", as("member", "ona"));
  const first = clock.now;
  clock.now = new Date(first.getTime() + 1000);
  const updated = await update("a", { title: "two" });
  expect(updated.data).toEqual({
    ...item.data,
    title: "two",
    more: undefined,
    _updatedDate: { $date: clock.now.toISOString() },
  });
  const save = (title: string, dataItemId: string) =>
    calls.save({ dataCollectionId: id, dataItem: { id: dataItemId, data: { title } } }, owner);
  expect(await save("three", "a")).toMatchObject({
    action: "UPDATED",
    dataItem: { data: { _owner: "ona", title: "three" } },
  });
  expect(await save("new", "b")).toMatchObject({ action: "INSERTED", dataItem: { id: "b" } });
  expect(await stored()).toMatchObject([
    { id: "a", revision: 3, owner: "ona" },
    { id: "b", revision: 1, owner: owner.caller.id },
  ]);
  expect(await versions()).toMatchObject([
    { itemId: "a", revision: 1, data: { title: "one" }, writtenDate: first, writtenBy: { kind: "member", id: "ona" } },
    { itemId: "a", revision: 2, data: { title: "two" }, writtenBy: { id: owner.caller.id }, removedDate: null },
  ]);
});

test("whose an item is, only who has the owner's rights may say", async () => {
  const { insert, update } = await collection();
  expect((await insert({ _owner: "rasa" }, "a", as("trainer", "ona"))).data._owner).toBe("ona");
  expect((await insert({ _owner: "rasa" }, "b")).data._owner).toBe("rasa");
  expect((await update("b", { _owner: "ona" }, as("trainer"))).data._owner).toBe("rasa");
  expect((await update("b", { _owner: "ona" })).data._owner).toBe("ona");
});

test("a removed item is answered and kept as a version; its id goes on from there", async () => {
  const { insert, remove, versions, stored, id } = await collection();
  await insert({ title: "gone" }, "a");
  expect(await remove("a")).toMatchObject({ dataItem: { id: "a", data: { title: "gone", _id: "a" } } });
  await expect(remove("a")).rejects.toEqual(code("WDE0073", 404));
  expect(await versions()).toMatchObject([{ revision: 1, removedBy: { id: owner.caller.id }, removedDate: clock.now }]);
  await insert({ title: "again" }, "a");
  expect(await stored()).toMatchObject([{ revision: 3 }]);
  await calls.truncate({ dataCollectionId: id }, owner);
  expect(await stored()).toEqual([]);
  expect(await versions()).toMatchObject([
    { revision: 1 },
    { revision: 3, data: { title: "again" }, removedDate: clock.now },
  ]);
});

test("of each item the newest hundred versions stay", async () => {
  const { insert, id, versions } = await collection();
  await insert({ n: 0 }, "a");
  const dataItems = Array.from({ length: 10 }, (_, n) => ({ id: "a", data: { n } }));
  for (let times = 0; times < 13; times++) await calls.bulkUpdate({ dataCollectionId: id, dataItems }, owner);
  const kept = await versions();
  expect(kept.map(({ revision }) => revision)).toEqual(Array.from({ length: 100 }, (_, n) => n + 31));
});

test("single fields change by their paths", async () => {
  const { insert, patch } = await collection();
  await insert({ n: 1, address: { street: "Pilies" }, tags: ["a", "b", "a", { x: 1 }], "a.b": 1, none: null }, "a");
  const changed = await patch(
    "a",
    { fieldPath: "n", action: "INCREMENT_FIELD", incrementField: { value: 2.5 } },
    { fieldPath: "none", action: "INCREMENT_FIELD", incrementField: { value: 1 } },
    { fieldPath: "address.street", action: "SET_FIELD", setField: { value: "Didžioji" } },
    { fieldPath: "address.city.name", action: "SET_FIELD", setField: { value: "Vilnius" } },
    { fieldPath: "tags", action: "REMOVE_FROM_ARRAY", removeFromArray: { value: "a" } },
    { fieldPath: "tags", action: "APPEND_TO_ARRAY", appendToArray: { value: { y: [1] } } },
    { fieldPath: "tags.1.x", action: "INCREMENT_FIELD", incrementField: { value: 1 } },
    { fieldPath: "a.b", action: "REMOVE_FIELD" },
    { fieldPath: "nothing.there", action: "REMOVE_FIELD" },
    { fieldPath: "list", action: "APPEND_TO_ARRAY", appendToArray: { value: 1 } },
  );
  expect(changed).toMatchObject({
    n: 3.5,
    none: 1,
    address: { street: "Didžioji", city: { name: "Vilnius" } },
    tags: ["b", { x: 2 }, { y: [1] }],
    list: [1],
  });
  expect(changed).not.toHaveProperty(["a.b"]);
  for (const update of [
    { fieldPath: "n.deeper", action: "SET_FIELD", setField: { value: 1 } },
    { fieldPath: "_id", action: "SET_FIELD", setField: { value: 1 } },
    { fieldPath: "address", action: "INCREMENT_FIELD", incrementField: { value: 1 } },
    { fieldPath: "n", action: "APPEND_TO_ARRAY", appendToArray: { value: 1 } },
    { fieldPath: "tags.9", action: "SET_FIELD", setField: { value: 1 } },
    { fieldPath: "n", action: "UNKNOWN_ACTION" },
  ] as const) {
    await expect(patch("a", update)).rejects.toEqual(code("WDE0080"));
  }
  for (const fieldPath of ["__proto__", "__proto__.polluted", "address.__proto__.polluted"]) {
    await expect(patch("a", { fieldPath, action: "SET_FIELD", setField: { value: 1 } })).rejects.toEqual(
      code("WDE0080"),
    );
  }
  await patch("a", { fieldPath: "constructor.prototype.polluted", action: "SET_FIELD", setField: { value: 1 } });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  await expect(patch("nobody")).rejects.toEqual(code("WDE0073", 404));
});

test("fields are checked by their declarations, all at once", async () => {
  const { insert, update, patch } = await collection([
    field("title", "TEXT", { required: true, stringLengthRange: { minLength: 2, maxLength: 5 } }),
    field("price", "NUMBER", { numberRange: { min: 0, max: 10 } }),
    field("tags", "ARRAY_STRING", { arraySizeRange: { minSize: 1, maxSize: 2 } }),
    field("code", "TEXT", { immutable: true }),
    field("counted", "NUMBER", { readOnly: true }),
  ]);
  const wrong = { price: 11, tags: [], counted: 1 };
  await expect(insert(wrong)).rejects.toMatchObject({
    code: "WDE0080",
    data: { violations: ["counted", "title", "price", "tags"].map((fieldPath) => ({ fieldPath })) },
  });
  // a value of another type is the store's to keep
  await insert({ title: "Uola", price: "dear", code: "A" }, "a");
  await expect(update("a", { title: "Uola", code: "B" })).rejects.toEqual(code("WDE0080"));
  expect((await update("a", { title: "Kitas" })).data).toMatchObject({ title: "Kitas", code: "A" });
  await expect(patch("a", { fieldPath: "title", action: "REMOVE_FIELD" })).rejects.toEqual(code("WDE0080"));
  await expect(patch("a", { fieldPath: "code", action: "SET_FIELD", setField: { value: "B" } })).rejects.toEqual(
    code("WDE0080"),
  );
});

test("one bad item of many harms no other; the order of answers is that of the wishes", async () => {
  const { id, insert, stored } = await collection([field("n", "NUMBER", { required: true })]);
  await insert({ n: 0 }, "there");
  const dataItems = [
    { id: "a", data: { n: 1 } },
    { id: "there", data: { n: 2 } },
    { data: {} },
    { data: 5 as unknown as ItemData },
    { id: "a", data: { n: 3 } },
    { id: "b", data: { n: 4 } },
  ] as { id?: string; data: ItemData }[];
  const inserted = await calls.bulkInsert({ dataCollectionId: id, dataItems, returnEntity: true }, owner);
  expect(inserted.results.map(({ itemMetadata }) => itemMetadata.error?.code)).toEqual([
    undefined,
    "WDE0074",
    "WDE0080",
    "WDE0004",
    "WDE0074",
    undefined,
  ]);
  expect(inserted.results.map(({ itemMetadata }) => itemMetadata.originalIndex)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(inserted.results[5]).toMatchObject({ action: "INSERT", dataItem: { data: { n: 4, _id: "b" } } });
  expect(inserted.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 4 });
  const saved = await calls.bulkSave(
    {
      dataCollectionId: id,
      dataItems: [
        { id: "b", data: { n: 5 } },
        { id: "c", data: { n: 6 } },
        { id: "b", data: { n: 7 } },
      ],
    },
    owner,
  );
  expect(saved.results.map(({ action, itemMetadata }) => [action, itemMetadata.success])).toEqual([
    ["UPDATE", true],
    ["INSERT", true],
    ["UPDATE", true],
  ]);
  const patchSets = ["b", "nobody", "b"].map((dataItemId) => ({
    dataItemId,
    fieldUpdates: [{ fieldPath: "n", action: "INCREMENT_FIELD" as const, incrementField: { value: 1 } }],
  }));
  const patched = await calls.bulkPatch({ dataCollectionId: id, patchSets, returnEntity: true }, owner);
  expect(patched.results.map(({ action, dataItem }) => [action, dataItem?.data.n])).toEqual([
    ["PATCH", 8],
    ["PATCH", undefined],
    ["PATCH", 9],
  ]);
  const often = await calls.bulkSave(
    { dataCollectionId: id, dataItems: Array.from({ length: 12 }, (_, n) => ({ id: "c", data: { n } })) },
    owner,
  );
  expect(often.bulkActionMetadata).toEqual({ totalSuccesses: 10, totalFailures: 2 });
  expect(often.results.at(-1)?.itemMetadata.error?.code).toBe("WDE0080");
  const removed = await calls.bulkRemove({ dataCollectionId: id, dataItemIds: ["b", "b", "nobody", "a"] }, owner);
  expect(removed.results.map(({ itemMetadata }) => itemMetadata.success)).toEqual([true, false, false, true]);
  expect((await stored()).map((each) => [each.id, each.revision])).toEqual([
    ["c", 11],
    ["there", 1],
  ]);
});

test("what a unique index refuses is found among many", async () => {
  const { id, key, insert, remove, stored } = await collection({ name: "TEXT" });
  const table = `items.l_${key.replaceAll("-", "")}`;
  await sql.raw(`create unique index u_${key.slice(0, 8)} on ${table} (f1)`).execute(context.db);
  await insert({ name: "Ona" }, "ona");
  await expect(insert({ name: "Ona" })).rejects.toEqual(code("WDE0123", 409));
  const dataItems = Array.from({ length: 9 }, (_, n) => ({
    id: `p${n}`,
    data: { name: n === 4 ? "Ona" : `p${n === 7 ? 6 : n}` },
  }));
  const codes = (results: { itemMetadata: { error?: { code: string } | null | undefined } }[]) =>
    results.map(({ itemMetadata }) => itemMetadata.error?.code);
  const expected = dataItems.map((_, n) => (n === 4 || n === 7 ? "WDE0123" : undefined));
  expect(codes((await calls.bulkInsert({ dataCollectionId: id, dataItems }, owner)).results)).toEqual(expected);
  expect(codes((await calls.bulkSave({ dataCollectionId: id, dataItems }, owner)).results)).toEqual(expected);
  const renamed = [
    { id: "p1", data: { name: "x1" } },
    { id: "p2", data: { name: "Ona" } },
    { id: "p3", data: { name: "x3" } },
  ];
  expect(codes((await calls.bulkUpdate({ dataCollectionId: id, dataItems: renamed }, owner)).results)).toEqual([
    undefined,
    "WDE0123",
    undefined,
  ]);
  expect((await stored()).find((each) => each.id === "p3")).toMatchObject({ data: { name: "x3" }, revision: 3 });
  const long = { name: Array.from({ length: 3000 }, () => randomUUID()).join("") };
  await expect(insert(long)).rejects.toEqual(code("WDE0080"));
  const some = [{ name: "y" }, long, { name: "Ona" }, { name: "z" }].map((data, n) => ({ id: `l${n}`, data }));
  for (const call of [calls.bulkInsert, calls.bulkSave]) {
    const { results, bulkActionMetadata } = await call({ dataCollectionId: id, dataItems: some }, owner);
    expect(codes(results)).toEqual([undefined, "WDE0080", "WDE0123", undefined]);
    expect(results[1]?.itemMetadata.error?.description).toBe("A value is too long for its index.");
    expect(bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 2 });
    if (call === calls.bulkInsert) for (const each of ["l0", "l3"]) await remove(each);
  }
});

test("what no id can be is one item's own trouble", async () => {
  const { id: other } = await collection();
  const { id: dataCollectionId, insert } = await collection([
    { key: "n", type: "NUMBER" },
    field("one", "REFERENCE", refersTo(other)),
    field("many", "MULTI_REFERENCE", refersToMany(other)),
  ]);
  await insert({ n: 1e308 }, "a");
  const bad = ["a\0b", "\ud800", "x".repeat(513)];
  const error = (results: { itemMetadata: { error?: { code: string } | null | undefined } }[]) =>
    results.map(({ itemMetadata }) => itemMetadata.error?.code);
  for (const id of bad) {
    const given: ItemData[] = [{ one: id }, { many: [id] }, { _owner: id }, {}];
    const dataItems = [{ id, data: {} }, ...given.map((data) => ({ data }))];
    expect(error((await calls.bulkInsert({ dataCollectionId, dataItems }, owner)).results)).toEqual([
      ...Array(4).fill("WDE0080"),
      undefined,
    ]);
    const removed = await calls.bulkRemove({ dataCollectionId, dataItemIds: [id, "a"] }, owner);
    expect(error(removed.results)).toEqual(["WDE0073", undefined]);
    await insert({ n: 1e308 }, "a");
    const to = { referringItemFieldName: "many", referringItemId: "a" };
    const dataItemReferences = [id, "b"].map((referencedItemId) => ({ ...to, referencedItemId }));
    const { results } = await calls.bulkInsertReferences({ dataCollectionId, dataItemReferences }, owner);
    expect(results.map(({ referenceMetadata }) => referenceMetadata.error?.code)).toEqual(["WDE0021", undefined]);
  }
  const increment = { fieldPath: "n", action: "INCREMENT_FIELD", incrementField: { value: 1e308 } } as const;
  const patchSet = { dataItemId: "a", fieldUpdates: [increment] };
  await expect(calls.patch({ dataCollectionId, patchSet }, owner)).rejects.toEqual(code("WDE0080"));
});

test("removing an item clears what refers to it", async () => {
  const walls = await collection({ title: "TEXT" });
  const routes = await collection([
    field("wall", "REFERENCE", refersTo(walls.id)),
    field("former", "REFERENCE", refersTo(walls.id)),
    field("seen", "MULTI_REFERENCE", refersToMany(walls.id)),
  ]);
  await walls.insert({}, "w1");
  await walls.insert({}, "w2");
  await routes.insert({ wall: "w1", former: "w1", seen: ["w1", "w2"], n: 1 }, "r1");
  await routes.insert({ wall: { _id: "w2", title: "as a query put it there" }, seen: [{ _id: "w1" }] }, "r2");
  expect(await routes.references()).toEqual(["seen: r1 → w1", "seen: r1 → w2", "seen: r2 → w1"]);
  await walls.remove("w1");
  expect(await routes.stored()).toMatchObject([
    { data: { n: 1 }, revision: 2 },
    { data: { wall: "w2" }, revision: 1 },
  ]);
  expect((await routes.stored())[0]?.data).toEqual({ n: 1 });
  expect(await routes.versions()).toMatchObject([{ itemId: "r1", data: { wall: "w1", former: "w1" } }]);
  expect(await routes.references()).toEqual(["seen: r1 → w2"]);
  await routes.remove("r1");
  expect(await routes.references()).toEqual([]);
  await calls.truncate({ dataCollectionId: walls.id }, owner);
  expect((await routes.stored()).map(({ data }) => data)).toEqual([{}]);
});

test("items refer to others, by one field to one and by another to many", async () => {
  const walls = await collection({ title: "TEXT" });
  const routes = await collection([
    field("wall", "REFERENCE", refersTo(walls.id)),
    field("seen", "MULTI_REFERENCE", refersToMany(walls.id)),
  ]);
  await routes.insert({}, "r");
  const dataCollectionId = routes.id;
  const reference = (referringItemFieldName: string, referencedItemId: string, referringItemId = "r") => ({
    referringItemFieldName,
    referringItemId,
    referencedItemId,
  });
  const add = (...to: Parameters<typeof reference>) =>
    calls.insertReference({ dataCollectionId, dataItemReference: reference(...to) }, owner);
  const take = (...to: Parameters<typeof reference>) =>
    calls.removeReference({ dataCollectionId, dataItemReference: reference(...to) }, owner);
  await add("wall", "w1");
  await add("wall", "w2");
  expect(await routes.stored()).toMatchObject([{ data: { wall: "w2" }, revision: 3 }]);
  await expect(take("wall", "w1")).rejects.toEqual(code("WDE0153", 404));
  await take("wall", "w2");
  expect((await routes.stored())[0]?.data).toEqual({});
  await add("seen", "w2");
  await add("seen", "w1");
  await expect(add("seen", "w1")).rejects.toEqual(code("WDE0029", 409));
  expect(await routes.references()).toEqual(["seen: r → w2", "seen: r → w1"]);
  await take("seen", "w2");
  await expect(take("seen", "w2")).rejects.toEqual(code("WDE0153", 404));
  await expect(add("title", "w1")).rejects.toEqual(code("WDE0020"));
  await expect(add("seen", "")).rejects.toEqual(code("WDE0021"));
  await expect(add("seen", "w1", "nobody")).rejects.toEqual(code("WDE0073", 404));
  await expect(add("wall", "w1", "nobody")).rejects.toEqual(code("WDE0073", 404));

  const many = [
    reference("seen", "w1"),
    reference("seen", "w3"),
    reference("seen", "w3"),
    reference("none", "w1"),
    reference("wall", "w9"),
  ];
  const { results } = await calls.bulkInsertReferences(
    { dataCollectionId, dataItemReferences: many, returnEntity: true },
    owner,
  );
  expect(results.map(({ referenceMetadata }) => referenceMetadata.error?.code)).toEqual([
    "WDE0029",
    undefined,
    "WDE0029",
    "WDE0020",
    undefined,
  ]);
  const gone = await calls.bulkRemoveReferences(
    { dataCollectionId, dataItemReferences: [reference("seen", "w3"), reference("seen", "w7")] },
    owner,
  );
  expect(gone.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1 });

  const replace = (referringItemFieldName: string, ...newReferencedItemIds: string[]) =>
    calls.replaceReferences(
      { dataCollectionId, referringItemFieldName, referringItemId: "r", newReferencedItemIds },
      owner,
    );
  await replace("seen", "w5", "w1", "w4", "w4");
  expect(await routes.references()).toEqual(["seen: r → w1", "seen: r → w5", "seen: r → w4"]);
  await replace("seen");
  expect(await routes.references()).toEqual([]);
  await expect(replace("wall", "a", "b")).rejects.toEqual(code("WDE0021"));
  await replace("wall", "a");
  expect((await routes.stored())[0]?.data).toEqual({ wall: "a" });
});

test("a sandbox has items of its own, without versions", async () => {
  const { id, insert, stored, versions } = await collection();
  await insert({ title: "live" }, "a");
  const environment = "SANDBOX";
  const write = (title: string) =>
    calls.save({ dataCollectionId: id, environment, dataItem: { id: "a", data: { title } } }, owner);
  expect([(await write("tried")).action, (await write("again")).action]).toEqual(["INSERTED", "UPDATED"]);
  const patchSet = {
    dataItemId: "a",
    fieldUpdates: [{ fieldPath: "n", action: "SET_FIELD" as const, setField: { value: 1 } }],
  };
  const preferred = await calls.patch({ dataCollectionId: id, environment: "SANDBOX_PREFERRED", patchSet }, owner);
  expect(preferred.dataItem.data).toMatchObject({ title: "again", n: 1 });
  await calls.remove({ dataCollectionId: id, environment, dataItemId: "a" }, owner);
  expect(await stored()).toMatchObject([{ data: { title: "live" }, revision: 1 }]);
  expect(await versions()).toEqual([]);
});

test("plugins: drafts, one item only, page links, translations; what is encrypted lies sealed", async () => {
  const drafts = await collection(
    { title: "TEXT" },
    { plugins: [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }] },
  );
  expect((await drafts.insert({ _publishStatus: "PUBLISHED" }, "a", as("member"))).data._publishStatus).toBe("DRAFT");
  await expect(drafts.update("a", {})).rejects.toEqual(code("WDE0073", 404));
  const include = { publishPluginOptions: { includeDraftItems: true } };
  await expect(drafts.update("a", {}, as("member"), include)).rejects.toEqual(code("WDE0073", 404));
  expect((await drafts.update("a", { _publishStatus: "PUBLISHED" }, owner, include)).data._publishStatus).toBe(
    "PUBLISHED",
  );
  expect((await drafts.update("a", { title: "x" }, as("member"))).data._publishStatus).toBe("PUBLISHED");

  const single = await collection(
    { title: "TEXT" },
    { plugins: [{ type: "SINGLE_ITEM", singleItemOptions: { singleItemId: "the-one" } }] },
  );
  expect((await single.insert({ _id: "another" })).id).toBe("the-one");
  await expect(single.insert({})).rejects.toEqual(code("WDE0074", 409));

  const linked = await collection([
    field("title", "TEXT"),
    field("link", "PAGE_LINK", {
      typeMetadata: {
        pageLink: { calculator: { fieldsPattern: { pattern: "/walls/{title}/{_id}", lowercase: true } } },
      },
    }),
    field("plain", "PAGE_LINK", {
      typeMetadata: { pageLink: { calculator: { urlizedOnlyPattern: { pattern: "/w/{title}" } } } },
    }),
  ]);
  expect((await linked.insert({ title: "Žalia  siena", link: "/mine" }, "a")).data).toMatchObject({
    link: `/walls/${encodeURIComponent("žalia-siena")}/a`,
    plain: `/w/${encodeURIComponent("Žalia  siena")}`,
  });

  const spoken = await collection(
    { title: "TEXT", code: "TEXT" },
    { plugins: [{ type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["title"] } }] },
  );
  await spoken.insert({ title: "Siena", _translations: { en: { title: "Wall" } } });
  await expect(spoken.insert({ _translations: { en: { code: "W" } } })).rejects.toEqual(code("WDE0080"));
  await expect(spoken.insert({ _translations: [] })).rejects.toEqual(code("WDE0080"));

  const secret = await collection([field("pin", "TEXT", { encrypted: true }), field("n", "NUMBER")]);
  expect((await secret.insert({ pin: "slaptas", n: 1 }, "a")).data.pin).toBe("slaptas");
  expect(JSON.stringify(await secret.stored())).not.toContain("slaptas");
  expect(
    await secret.patch("a", { fieldPath: "n", action: "INCREMENT_FIELD", incrementField: { value: 1 } }),
  ).toMatchObject({ pin: "slaptas", n: 2 });
  expect((await secret.remove("a")).dataItem.data).toMatchObject({ pin: "slaptas", n: 2 });
  await expect(secret.insert({ pin: { $sealed: "x" } })).rejects.toEqual(code("WDE0134"));
});

test("events are written where a webhook wants them, and tell the item", async () => {
  const { insert, update, remove, key } = await collection([
    field("title", "TEXT"),
    field("pin", "TEXT", { encrypted: true }),
  ]);
  const events = async () =>
    (
      await sql<{ slug: string; sequence: number; body: Record<string, unknown>; ours: boolean }>`
    select slug, entity_sequence as sequence, body, entity_id = md5(${key}::text || '/a')::uuid as ours from event
    where type = 'data_item' order by entity_sequence`.execute(context.db)
    ).rows;
  await insert({ title: "untold" }, "z");
  expect(await events()).toEqual([]);
  const webhook = {
    siteId: context.siteId,
    id: randomUUID(),
    url: "https://example.lt",
    publicKey: "",
    sealedPrivateKey: Buffer.of(),
  };
  const dates = { enabledDate: clock.now, createdDate: clock.now, updatedDate: clock.now };
  await context.db
    .insertInto("webhook")
    .values({ ...webhook, ...dates, eventTypes: [] })
    .execute();
  const item = await insert({ title: "one", pin: "slaptas" }, "a");
  await update("a", { title: "two" });
  await remove("a");
  await context.db.deleteFrom("webhook").execute();
  const { pin: _, ...told } = item.data;
  expect(await events()).toMatchObject([
    {
      slug: "created",
      sequence: 1,
      ours: true,
      body: { entityId: "a", actor: { id: owner.caller.id }, createdEvent: { entity: { id: "a", data: told } } },
    },
    {
      slug: "updated",
      sequence: 2,
      body: { updatedEvent: { currentEntity: { data: { title: "two", _owner: owner.caller.id } } } },
    },
    { slug: "deleted", sequence: 3, body: { deletedEvent: { deletedEntity: { id: "a", data: { title: "two" } } } } },
  ]);
  expect(JSON.stringify(await events())).not.toContain("slaptas");
});
