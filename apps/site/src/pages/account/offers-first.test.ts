import { reasonOf } from "@uola/browser/error-messages.ts";
import type { WaitlistEntry } from "@uola/contract";
import { expect, test } from "vitest";
import { offersFirst } from "./offers-first.ts";

const entry = (id: string, state: WaitlistEntry["state"], day: number, expires?: number) =>
  ({
    id,
    state,
    startDate: new Date(2026, 8, day),
    offerExpiresDate: expires === undefined ? null : new Date(2026, 8, 1, expires),
  }) as WaitlistEntry;

test("sorts waiting-list entries: offers by expiry first, then waiting entries by date, without ended ones", () => {
  const all = [
    entry("later", "WAITING", 20),
    entry("sooner", "WAITING", 12),
    entry("left", "LEFT", 10),
    entry("evening", "OFFERED", 11, 20),
    entry("noon", "OFFERED", 15, 12),
  ];
  expect(offersFirst(all).map(({ id }) => id)).toEqual(["noon", "evening", "sooner", "later"]);
});

test.each([
  [{ status: 409, code: "OFFER_EXPIRED" }, "expired"],
  [{ status: 404, code: "WAITLIST_ENTRY_NOT_FOUND" }, "gone"],
  [{ status: 503, code: "UNAVAILABLE" }, "broken"],
  [new TypeError("Failed to fetch"), "offline"],
])("maps the waiting-list error %o to the reason %s", (error, expected) =>
  expect(reasonOf(error, "wait")).toBe(expected),
);
