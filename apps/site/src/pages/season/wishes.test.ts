import { expect, test } from "vitest";
import { readWishes, wishedMore, withoutWish, withWish } from "./wishes.ts";

test("three groups can be wished for, each once, in an order of one's own", () => {
  const three = ["a", "b", "c"].reduce<string[]>(withWish, []);
  expect([withWish(three, "d"), withWish(["a"], "a")]).toEqual([three, ["a"]]);
  expect(wishedMore(three, "c")).toEqual(["a", "c", "b"]);
  expect([wishedMore(three, "a"), wishedMore(three, "none")]).toEqual([three, three]);
  expect(withoutWish(three, "b")).toEqual(["a", "c"]);
});

test.each([[null], ["{"], ['{"a":1}'], ["[1, null]"]])("what was kept as %j is no wish", (kept) =>
  expect(readWishes(kept)).toEqual([]),
);
test("what was kept is read again, and no more than three", () =>
  expect(readWishes('["a","b","c","d"]')).toEqual(["a", "b", "c"]));
