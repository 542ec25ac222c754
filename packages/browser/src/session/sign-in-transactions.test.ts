import { beforeEach, expect, test, vi } from "vitest";
import { hasTransaction, lastReturnTo, restoreTransaction, storeTransaction } from "./sign-in-transactions.ts";

/** A web storage mock whose entries are own properties, as in browsers. */
const storage = () =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  }) as Storage;
const sdkKey = "a0.spajs.txs.site";
const hour = 60 * 60_000;

/** Simulates the SDK starting a sign-in in a tab, which then navigates away. */
function leave(state: string, tab: Storage, now = 0) {
  vi.stubGlobal("sessionStorage", tab);
  tab.setItem(sdkKey, `transaction ${state}`);
  storeTransaction(state, "site", `/from-${state}/`, now);
}
const comeBack = (state: string, tab: Storage, now = 0) => {
  vi.stubGlobal("sessionStorage", tab);
  restoreTransaction(state, "site", now);
  return tab.getItem(sdkKey);
};

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
});

test("each of two tabs finds its own sign-in transaction, in any order", () => {
  const [one, two] = [storage(), storage()];
  leave("one", one);
  leave("two", two);
  expect(comeBack("two", two)).toBe("transaction two");
  expect(comeBack("one", one)).toBe("transaction one");
});

test("a sign-in response that arrives in another tab finds its transaction", () => {
  leave("one", storage());
  expect(comeBack("one", storage())).toBe("transaction one");
});

test("a sign-in transaction can be used once and expires after an hour", () => {
  leave("one", storage());
  leave("two", storage());
  expect(hasTransaction("one", hour)).toBe(true);
  comeBack("one", storage(), hour);
  expect(hasTransaction("one", hour)).toBe(false);
  expect(comeBack("one", storage(), hour)).toBeNull();
  expect(hasTransaction("two", hour + 1)).toBe(false);
  expect(comeBack("two", storage(), hour + 1)).toBeNull();
});

test("stores at most five sign-in transactions, removing expired and then the oldest ones", () => {
  leave("expired", storage(), -hour);
  for (let i = 1; i <= 7; i++) leave(`s${i}`, storage(), i);
  const kept = Object.keys(localStorage).toSorted();
  expect(kept).toEqual(["s3", "s4", "s5", "s6", "s7"].map((state) => `uola.sign-in.${state}`));
});

test("a tab remembers the page it was on when it left to sign in", () => {
  const [one, two] = [storage(), storage()];
  leave("one", one);
  leave("two", two);
  vi.stubGlobal("sessionStorage", one);
  expect(lastReturnTo()).toBe("/from-one/");
});
