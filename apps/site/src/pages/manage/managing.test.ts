import { describe, expect, test } from "vitest";
import type { Mine } from "../account/mine.ts";
import { type Managing, nextManaging, titleOf } from "./managing.ts";

const mine = (status: Mine["status"]) => ({ status }) as Mine;
const read: Managing = { at: "read", mine: mine("CONFIRMED") };

describe("a link in a mail", () => {
  test("a wrong one is told from no connection, and looking again begins anew", () => {
    const loading: Managing = { at: "loading" };
    expect(nextManaging(loading, { event: "fail", code: "BOOKING_NOT_FOUND" })).toEqual({ at: "unknown" });
    expect(nextManaging(loading, { event: "fail", code: undefined })).toEqual({ at: "failed" });
    expect(nextManaging({ at: "failed" }, { event: "look" })).toEqual(loading);
  });

  test("what is known stays while it is looked at again, unless it is over", () => {
    expect(nextManaging(read, { event: "look" })).toBe(read);
    expect(nextManaging(read, { event: "fail", code: undefined })).toBe(read);
    expect(nextManaging(read, { event: "fail", code: "BOOKING_NOT_FOUND" })).toEqual({ at: "unknown" });
    const off = nextManaging(read, { event: "read", mine: mine("CANCELED") });
    expect([titleOf(read), titleOf(off), titleOf({ at: "unknown" })]).toEqual(["stands", "off", "unknown"]);
  });
});
