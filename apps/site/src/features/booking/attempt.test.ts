import { describe, expect, test } from "vitest";
import { type Attempt, type AttemptEvent, filling, keyFor, nextAttempt, refusalOf } from "./attempt.ts";
import { emptyDraft } from "./draft.ts";

const missing = { field: "email", what: "missing" } as const;
const states: Record<Attempt["at"], Attempt> = {
  filling: { at: "filling", problems: [missing], refusal: { why: "full" } },
  sending: { at: "sending" },
  booked: { at: "booked", bookingId: "b-1" },
};
const happenings: Record<string, AttemptEvent> = {
  submit: { event: "submit", problems: [] },
  "submit with problems": { event: "submit", problems: [missing] },
  "refuse full": { event: "refuse", refusal: { why: "full" } },
  "refuse fields": { event: "refuse", refusal: { why: "fields", problems: [missing] } },
  book: { event: "book", bookingId: "b-2" },
  edit: { event: "edit", field: "email" },
  choose: { event: "choose" },
};
const same = "the same";
const table: Record<string, Record<Attempt["at"], Attempt | typeof same>> = {
  submit: { filling: { at: "sending" }, sending: same, booked: same },
  "submit with problems": { filling: { at: "filling", problems: [missing] }, sending: same, booked: same },
  "refuse full": { filling: same, sending: { at: "filling", problems: [], refusal: { why: "full" } }, booked: same },
  "refuse fields": {
    filling: same,
    sending: { at: "filling", problems: [missing], refusal: { why: "fields", problems: [missing] } },
    booked: same,
  },
  book: { filling: same, sending: { at: "booked", bookingId: "b-2" }, booked: same },
  edit: { filling: { at: "filling", problems: [], refusal: { why: "full" } }, sending: same, booked: same },
  choose: { filling, sending: same, booked: filling },
};
const cells = Object.entries(table).flatMap(([event, row]) =>
  Object.entries(row).map(([at, expected]) => [event, at as Attempt["at"], expected] as const),
);

test.each(cells)('handles the event "%s" in the state "%s"', (event, at, expected) => {
  const happening = happenings[event] as AttemptEvent;
  expect(nextAttempt(states[at], happening)).toEqual(expected === same ? states[at] : expected);
});

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

  test("maps rejected fields to form fields, and reports an internal error if none of them is known", () => {
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

  test("reuses the idempotency key while the request is the same", () =>
    expect(again("t-1", { email: "Ona@uola.example ", note: "Vėluosiu" })).toBe("k-1"));
  test("creates a new idempotency key for another time", () => expect(again("t-2", {})).toBe("k-2"));
  test("creates a new idempotency key for another number of people", () =>
    expect(again("t-1", { participants: 2 })).toBe("k-2"));
  test("creates a new idempotency key for another person", () =>
    expect(again("t-1", { email: "jonas@uola.example" })).toBe("k-2"));
});
