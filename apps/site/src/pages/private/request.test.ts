import type { Service, SlotAvailability } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { emptyDraft } from "../../features/booking/draft.ts";
import { type Offer, offerOf, offersIn } from "./offers.ts";
import { bookingInputOf, freeDays, invoiceLine, problemsIn } from "./request.ts";

const service = (slug: string, role: string | undefined, given: object = {}) =>
  ({
    id: `s-${slug}`,
    name: slug,
    role,
    type: "APPOINTMENT",
    mainSlug: { name: slug },
    supportedSlugs: [{ name: slug }],
    staffMemberIds: [],
    payment: { rateType: "FIXED", fixed: { price: { value: "18.00" } }, options: { inPerson: true } },
    onlineBooking: { enabled: true, requireManualApproval: true },
    bookingPolicy: { id: "p", participantsPolicy: { maxParticipantsPerBooking: 40 } },
    schedule: { id: "c-1", availabilityConstraints: { sessionDurations: [120] } },
    ...given,
  }) as unknown as Service;
const birthday = offersIn([service("svente", "birthday")])[0] as Offer;
const slot = (start: string, end: string, bookable = true) =>
  ({ slot: { startDate: start, endDate: end }, bookable }) as SlotAvailability;

describe("the catalogue of private offers", () => {
  test("lists the private offers in the catalogue in the order of the page", () => {
    const renamed = service("vieno-treniruote", "individual");
    const all = offersIn([service("svente", "birthday"), service("kazkas", undefined), renamed]);
    expect(all.map(({ kind }) => kind)).toEqual(["individual", "birthday"]);
  });
  test("leaves out a private offer that cannot be booked online", () =>
    expect(offersIn([service("gimtadienis", "birthday", { onlineBooking: { enabled: false } })])).toEqual([]));
  test("an event offer has its participant limits, length and request form", () =>
    expect(birthday).toMatchObject({ least: 6, most: 15, asks: true, minutes: [120] }));
  test("selects the offer named in the URL, or the first lesson if none is named", () => {
    const all = offersIn([service("svente", "birthday"), service("trise", "group")]);
    const chosen = (kind: string | null) => offerOf(all, kind)?.kind;
    expect([chosen("birthday"), chosen("x"), chosen(null)]).toEqual(["birthday", "group", "group"]);
    // The form of an event is not loaded until it is chosen.
    expect(offerOf([birthday], null)).toBeUndefined();
  });
});

test("groups free times by day in the gym's time zone, without duplicates", () => {
  const entries = [
    slot("2026-09-12T15:00:00Z", "2026-09-12T17:00:00Z"),
    slot("2026-09-12T21:30:00Z", "2026-09-12T23:30:00Z"),
    slot("2026-09-12T09:00:00Z", "2026-09-12T11:00:00Z"),
    slot("2026-09-12T15:00:00Z", "2026-09-12T17:00:00Z"),
    slot("2026-09-14T15:00:00Z", "2026-09-14T17:00:00Z", false),
  ];
  const days = freeDays(entries);
  expect([...days].map(([day, times]) => [day, times.map(({ start }) => start.slice(11, 16))])).toEqual([
    ["2026-09-12", ["09:00", "15:00"]],
    ["2026-09-13", ["21:30"]],
  ]);
});

const time = { start: "2026-09-12T09:00:00.000Z", end: "2026-09-12T11:00:00.000Z", cancelUntil: null };
const draft = { ...emptyDraft, participants: 8, firstName: "Ona", lastName: "Šaltūnė", email: "ona@uola.example" };
const problems = (request: object, changes: object = {}) =>
  problemsIn({ day: "2026-09-12", time, ages: "", invoice: undefined, ...request }, { ...draft, ...changes }, birthday);

describe("an event request", () => {
  test("a complete request has no problems", () => expect(problems({})).toEqual([]));
  test.each([
    [{ day: "", time: undefined }, {}, [{ field: "day", what: "missing" }]],
    [{ time: undefined }, {}, [{ field: "time", what: "missing" }]],
    [{}, { participants: 5 }, [{ field: "participants", what: "few" }]],
    [{}, { participants: 16 }, [{ field: "participants", what: "many" }]],
    [
      { invoice: { company: "", companyCode: "12", vatCode: "", address: "Uosio g. 1" } },
      {},
      [
        { field: "company", what: "missing" },
        { field: "companyCode", what: "wrong" },
      ],
    ],
    [{ ages: "7".repeat(201) }, {}, [{ field: "ages", what: "tooLong" }]],
    [
      {},
      { email: "ona", phone: "1" },
      [
        { field: "email", what: "notEmail" },
        { field: "phone", what: "notPhone" },
      ],
    ],
  ])("reports the problems of a request with %o and %o", (request, changes, expected) =>
    expect(problems(request, changes)).toEqual(expected),
  );

  test("sends the values of the additional fields to the owner with the form's labels, and omits empty ones", () => {
    const input = bookingInputOf(birthday, time, draft, [
      { id: "ages", label: "Amžius", value: " 7–9 " },
      { id: "note", label: "Pastabos", value: " " },
    ]);
    expect(input).toMatchObject({
      totalParticipants: 8,
      selectedPaymentOption: "OFFLINE",
      bookedEntity: { slot: { startDate: time.start, endDate: time.end, serviceId: "s-svente" } },
      additionalFields: [{ id: "ages", label: "Amžius", value: "7–9" }],
    });
  });
});

test("formats the paying institution as one line of the request", () =>
  expect(
    invoiceLine({ company: " Uosio mokykla ", companyCode: "300000000", vatCode: "", address: "Uosio g. 1" }),
  ).toBe("Uosio mokykla, 300000000, Uosio g. 1"));
