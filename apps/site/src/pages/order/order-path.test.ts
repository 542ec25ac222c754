import { expect, test } from "vitest";
import { keyIn, orderPath } from "./order-path.ts";

const key = "01a20726-838e-75d6-985f-61521cefd58b.III4ITBHpcBegYrcMBZkx485";

test("the key of an order is read from behind the hash, and a link within the page is none", () => {
  expect(orderPath(key)).toBe(`/order/#${key}`);
  expect(keyIn(`#${key}`)).toBe(key);
  expect(keyIn("#sum")).toBeUndefined();
  expect(keyIn("")).toBeUndefined();
});
