import { describe, expect, test } from "vitest";
import type { OwnBooking } from "../account/own-booking.ts";
import { managingOf, titleOf } from "./managing.ts";

const mine = (status: OwnBooking["status"]) => ({ status }) as OwnBooking;
const gone = { kind: "application", status: 404, code: "BOOKING_NOT_FOUND" };
const key = "n7Kq";
const unreachable = { kind: "system", status: 0 };

describe("a link in a mail", () => {
  test("a wrong one is told from no connection", () => {
    expect(managingOf(key, { data: undefined, error: null })).toEqual({ at: "loading" });
    expect(managingOf(key, { data: undefined, error: gone })).toEqual({ at: "unknown" });
    expect(managingOf(key, { data: undefined, error: { kind: "validation", status: 400 } })).toEqual({ at: "unknown" });
    expect(managingOf(key, { data: undefined, error: unreachable })).toEqual({ at: "failed" });
  });

  test("one whose end a mail program has cut off is a wrong one", () => {
    expect(managingOf("", { data: undefined, error: null })).toEqual({ at: "unknown" });
  });

  test("what is known stays while it is looked at again, unless it is over", () => {
    const read = managingOf(key, { data: mine("CONFIRMED"), error: null });
    expect(managingOf(key, { data: mine("CONFIRMED"), error: unreachable })).toEqual(read);
    expect(managingOf(key, { data: mine("CONFIRMED"), error: gone })).toEqual({ at: "unknown" });
    const off = managingOf(key, { data: mine("CANCELED"), error: null });
    expect([titleOf(read), titleOf(off), titleOf({ at: "unknown" })]).toEqual(["stands", "off", "unknown"]);
  });
});
