import { afterAll, beforeAll, expect, test } from "vitest";
import { code, createItemTests, type ItemTests } from "./items.testing.ts";

let items: ItemTests;
beforeAll(async () => {
  items = await createItemTests();
});
afterAll(() => items.close());

test("changes single fields of an item by path", async () => {
  const { insert, patch } = await items.collection();
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
