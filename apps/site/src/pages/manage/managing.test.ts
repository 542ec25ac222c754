import { describe, expect, test } from "vitest";
import type { OwnBooking } from "../account/own-booking.ts";
import { manageState, titleOf } from "./managing.ts";

const mine = (status: OwnBooking["status"]) => ({ status }) as OwnBooking;
const gone = { kind: "application", status: 404, code: "BOOKING_NOT_FOUND" };
const key = "n7Kq";
const unreachable = { kind: "system", status: 0 };

describe("the booking link in an e-mail", () => {
  test("distinguishes an invalid booking link from a connection failure", () => {
    expect(manageState(key, { data: undefined, error: null })).toEqual({ at: "loading" });
    expect(manageState(key, { data: undefined, error: gone })).toEqual({ at: "unknown" });
    expect(manageState(key, { data: undefined, error: { kind: "validation", status: 400 } })).toEqual({
      at: "unknown",
    });
    expect(manageState(key, { data: undefined, error: unreachable })).toEqual({ at: "failed" });
  });

  test("treats a booking link without a key as invalid, as when a mail program cuts it off", () => {
    expect(manageState("", { data: undefined, error: null })).toEqual({ at: "unknown" });
  });

  test("keeps showing a booking when reloading it fails, unless the booking no longer exists", () => {
    const read = manageState(key, { data: mine("CONFIRMED"), error: null });
    expect(manageState(key, { data: mine("CONFIRMED"), error: unreachable })).toEqual(read);
    expect(manageState(key, { data: mine("CONFIRMED"), error: gone })).toEqual({ at: "unknown" });
    const off = manageState(key, { data: mine("CANCELED"), error: null });
    expect([titleOf(read), titleOf(off), titleOf({ at: "unknown" })]).toEqual(["stands", "off", "unknown"]);
  });
});
