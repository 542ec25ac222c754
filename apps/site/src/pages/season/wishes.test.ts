import { expect, test } from "vitest";
import { moveWishUp, readWishes, withoutWish, withWish } from "./wishes.ts";

test("the wish list takes up to three groups, each once, in a chosen order", () => {
  const three = ["a", "b", "c"].reduce<string[]>(withWish, []);
  expect([withWish(three, "d"), withWish(["a"], "a")]).toEqual([three, ["a"]]);
  expect(moveWishUp(three, "c")).toEqual(["a", "c", "b"]);
  expect([moveWishUp(three, "a"), moveWishUp(three, "none")]).toEqual([three, three]);
  expect(withoutWish(three, "b")).toEqual(["a", "c"]);
});

test.each([[null], ["{"], ['{"a":1}'], ["[1, null]"]])(
  "reads an empty wish list from the invalid stored value %j",
  (kept) => expect(readWishes(kept)).toEqual([]),
);
test("restores stored wishes, limited to three", () =>
  expect(readWishes('["a","b","c","d"]')).toEqual(["a", "b", "c"]));
