import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { as, code, createItemTests, field, type ItemTests, owner } from "./items.testing.ts";

let items: ItemTests;
beforeAll(async () => {
  items = await createItemTests();
});
afterAll(() => items.close());

test("returns an inserted item with an id, system fields and the sent data", async () => {
  const { insert, stored } = await items.collection();
  const sent = {
    title: "Uola",
    free: [{ at: { $date: "2026-01-01T10:00:00Z" } }],
    _createdDate: "x",
    _updatedDate: "y",
  };
  const item = await insert(sent);
  const stamp = { $date: items.clock.now.toISOString() };
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

test("combines concurrent inserts into shared statements while each succeeds or fails independently", async () => {
  const { insert, stored, key } = await items.collection();
  const table = sql.table(`items.l_${key.replaceAll("-", "")}`);
  await sql`create unique index ${sql.id(`u_${key.slice(0, 8)}`)} on ${table} (f1)`.execute(items.context.db);
  const member = as("member");
  await insert({ title: "first" });
  const query = vi.spyOn(items.context.connection.pool, "query");
  const titles = Array.from({ length: 30 }, (_, n) => (n === 7 ? "first" : n === 8 ? 8n : `t${n}`));
  const sent = titles.map((title, n) =>
    insert(title === 8n ? [title] : { title, n }, undefined, n % 2 ? member : owner),
  );
  const outcomes = await Promise.allSettled(sent);
  const statements = query.mock.calls.length;
  query.mockRestore();
  for (const [n, outcome] of outcomes.entries()) {
    if (n === 7) expect(outcome).toMatchObject({ reason: code("WDE0123", 409) });
    else if (n === 8) expect(outcome).toMatchObject({ reason: code("WDE0004") });
    else {
      const by = (n % 2 ? member : owner).caller.id;
      expect(outcome).toMatchObject({ value: { data: { title: titles[n], n, _owner: by } } });
    }
  }
  const ids = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.id] : []));
  expect(ids.toSorted()).toEqual(
    (await stored()).filter(({ data }) => (data as { title: string }).title !== "first").map(({ id }) => id),
  );
  expect(statements).toBeLessThan(15);
});

test("rejects each kind of invalid item with its error code", async () => {
  const { insert, update } = await items.collection();
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
  await expect(items.calls.insert({ dataCollectionId: "nothing", dataItem: { data: {} } }, owner)).rejects.toEqual(
    code("WDE0025", 404),
  );
});

test("validates all fields against their declarations at once", async () => {
  const { insert, update, patch } = await items.collection([
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
  // A value of another type is accepted and stored.
  await insert({ title: "Uola", price: "dear", code: "A" }, "a");
  await expect(update("a", { title: "Uola", code: "B" })).rejects.toEqual(code("WDE0080"));
  expect((await update("a", { title: "Kitas" })).data).toMatchObject({ title: "Kitas", code: "A" });
  await expect(patch("a", { fieldPath: "title", action: "REMOVE_FIELD" })).rejects.toEqual(code("WDE0080"));
  await expect(patch("a", { fieldPath: "code", action: "SET_FIELD", setField: { value: "B" } })).rejects.toEqual(
    code("WDE0080"),
  );
});
