import { expect, test } from "vitest";
import { keyIn, orderPath, tokenIn } from "./order-path.ts";

const key = "01a20726-838e-75d6-985f-61521cefd58b.III4ITBHpcBegYrcMBZkx485";

test("reads an order key from the URL fragment and ignores fragments of in-page links", () => {
  expect(orderPath(key)).toBe(`/order/#${key}`);
  expect(keyIn(`#${key}`)).toBe(key);
  expect(keyIn("#sum")).toBeUndefined();
  expect(keyIn("")).toBeUndefined();
});

test("treats a truncated order link as an invalid order key, not as the cart", () => {
  for (const cut of [key.slice(0, 50), key.slice(0, 37), key.slice(0, 20)]) expect(keyIn(`#${cut}`)).toBe(cut);
});

test("reads the payment provider's return data from the query and from the fragment", () => {
  const tokenOf = (search: string, hash = `#${key}`) => tokenIn(new URLSearchParams(search), hash);
  expect(tokenOf("order-token=abc.def")).toBe("abc.def");
  expect(tokenOf("data=ZGF0YQ==&ss1=a&ss3=c_-&more=1")).toBe("data=ZGF0YQ%3D%3D&ss1=a&ss3=c_-");
  expect(tokenOf("", `#${key}?data=ZGF0YQ&ss3=c`)).toBe("data=ZGF0YQ&ss3=c");
  expect(keyIn(`#${key}?data=ZGF0YQ&ss3=c`)).toBe(key);
  expect(tokenOf("")).toBeNull();
});
