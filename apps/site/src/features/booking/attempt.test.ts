import { describe, expect, test } from "vitest";
import { keyFor, refusalOf } from "./attempt.ts";
import { emptyDraft } from "./draft.ts";

describe("booking rejection", () => {
  test.each([
    [{ kind: "application", status: 409, code: "SESSION_CAPACITY_EXCEEDED" }, { why: "full" }],
    [{ kind: "application", status: 409, code: "SCHEDULE_CAPACITY_EXCEEDED" }, { why: "full" }],
    [{ kind: "application", status: 409, code: "BOOKING_POLICY_VIOLATION" }, { why: "closed" }],
    [{ kind: "application", status: 404, code: "SESSION_NOT_FOUND" }, { why: "gone" }],
    [{ kind: "application", status: 409, code: "SLOT_NOT_AVAILABLE" }, { why: "gone" }],
    [{ kind: "application", status: 409, code: "WAITLIST_FULL" }, { why: "waitFull" }],
    [{ kind: "application", status: 409, code: "ALREADY_ON_WAITLIST" }, { why: "waiting" }],
    [{ kind: "application", status: 409, code: "PLACES_AVAILABLE" }, { why: "free" }],
    [{ kind: "application", status: 429, code: "RESOURCE_EXHAUSTED" }, { why: "busy" }],
    [{ kind: "application", status: 429, code: "TOO_MANY_PLACES" }, { why: "much" }],
    [{ kind: "application", status: 403, code: "MEMBERS_ONLY" }, { why: "members" }],
    [{ kind: "system", status: 503, code: "UNAVAILABLE" }, { why: "busy" }],
    [{ kind: "system", status: 500, code: "INTERNAL" }, { why: "broken" }],
    [new TypeError("Failed to fetch"), { why: "offline" }],
    ["?", { why: "broken" }],
  ])("maps the error %o to a reason", (error, expected) => expect(refusalOf(error)).toEqual(expected));

  test("maps rejected fields to form fields, and reports an internal error if no rejected field is known", () => {
    const violation = (...fields: string[]) => ({
      kind: "validation",
      status: 400,
      fieldViolations: fields.map((field) => ({ field })),
    });
    expect(refusalOf(violation("booking.contactDetails.email", "booking.additionalFields.0.value"))).toEqual({
      why: "fields",
      problems: [
        { field: "email", what: "refused" },
        { field: "note", what: "refused" },
      ],
    });
    expect(refusalOf(violation("booking.bookedEntity.slot"))).toEqual({ why: "broken" });
  });
});

describe("idempotency key", () => {
  const draft = { ...emptyDraft, email: "ona@uola.example" };
  const first = keyFor(null, "t-1", draft, () => "k-1");
  const again = (timeId: string, changes: object) => keyFor(first, timeId, { ...draft, ...changes }, () => "k-2").key;

  test("the idempotency key stays the same while the request is the same", () =>
    expect(again("t-1", { email: "Ona@uola.example ", note: "Vėluosiu" })).toBe("k-1"));
  test("a request for another time gets a new idempotency key", () => expect(again("t-2", {})).toBe("k-2"));
  test("a request for another number of people gets a new idempotency key", () =>
    expect(again("t-1", { participants: 2 })).toBe("k-2"));
  test("a request for another person gets a new idempotency key", () =>
    expect(again("t-1", { email: "jonas@uola.example" })).toBe("k-2"));
});
