import { BookingInput } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { activity, time } from "../../features/booking/booking.fixture.ts";
import { emptyDraft } from "../../features/booking/draft.ts";
import { bookingInputOf } from "./booking-input.ts";

const names = [{ firstName: " Jonas", lastName: "" }];
const draft = {
  ...emptyDraft,
  names,
  participants: 2,
  firstName: " Ona ",
  lastName: "Onaitė",
  email: "ona@uola.example ",
};
const ids = { id: "0199e3a0-0000-7000-8000-000000000001", scheduleId: "0199e3a0-0000-7000-8000-000000000002" };

describe("booking request", () => {
  test("sends the session id, trimmed texts and payment at the gym", () => {
    const input = bookingInputOf(
      activity(ids),
      time("11T16:00"),
      { ...draft, phone: "8 612 34567", note: " 38 ir 42 " },
      "Pastabos",
    );
    expect(input).toMatchObject({
      bookedEntity: { slot: { sessionId: "t-11T16:00", serviceId: ids.id, scheduleId: ids.scheduleId } },
      contactDetails: { firstName: "Ona", lastName: "Onaitė", email: "ona@uola.example", phone: "+37061234567" },
      totalParticipants: 2,
      participants: [{ firstName: "Ona", lastName: "Onaitė" }, { firstName: "Jonas" }],
      additionalFields: [{ label: "Pastabos", value: "38 ir 42" }],
      selectedPaymentOption: "OFFLINE",
    });
    expect(input.bookedEntity.schedule).toBeUndefined();
    expect(BookingInput.safeParse(input).error).toBeUndefined();
  });

  test("a course booking sends the schedule id and leaves out empty fields", () => {
    const input = bookingInputOf(
      activity({ ...ids, price: { kind: "free" }, payAtGym: false }),
      time("11T16:00", { lessons: [] }),
      { ...draft, participants: 1 },
      "Pastabos",
    );
    expect(input.bookedEntity.schedule).toMatchObject({ scheduleId: ids.scheduleId });
    expect(Object.keys(input)).toEqual(["bookedEntity", "contactDetails", "totalParticipants"]);
    expect(input.bookedEntity.slot).toBeUndefined();
    expect(BookingInput.safeParse(input).error).toBeUndefined();
  });

  test("a children's booking lists the child, and also the booker if they participate", () => {
    const children = activity({ ...ids, category: { id: "c", name: "Mažieji", kind: "children" } });
    const input = (self: boolean | null, participants: number) =>
      bookingInputOf(children, time("11T16:00"), { ...draft, self, participants }, "Pastabos").participants;
    expect(input(null, 1)).toEqual([{ firstName: "Jonas" }]);
    expect(input(true, 2)).toEqual([{ firstName: "Ona", lastName: "Onaitė" }, { firstName: "Jonas" }]);
  });

  test("sends the birth year of all participants for an activity with an age range, regardless of its category name", () => {
    const school = activity({
      ...ids,
      ages: { min: 7, max: 10 },
      category: { id: "c", name: "Vaikams", kind: "other" },
    });
    const names = [{ firstName: "Jonas", lastName: "", birthYear: " 2018 " }];
    const input = bookingInputOf(
      school,
      time("11T16:00"),
      { ...draft, self: false, participants: 1, names },
      "Pastabos",
    );
    expect(input.participants).toEqual([{ firstName: "Jonas", birthYear: 2018 }]);
    const grown = activity({ ...ids, category: { id: "c", name: "Vaikams", kind: "bouldering" } });
    expect(
      bookingInputOf(grown, time("11T16:00"), { ...draft, participants: 1 }, "Pastabos").participants,
    ).toBeUndefined();
  });

  test("a time with a trainer is sent as resource and start, without a session", () => {
    const trainer = { id: ids.id, name: "Tomas" };
    const { slot } = bookingInputOf(activity(ids), time("11T16:00", { trainer }), draft, "Pastabos").bookedEntity;
    expect(slot).toMatchObject({ resource: trainer, startDate: "2026-09-11T16:00:00Z" });
    expect(slot?.sessionId).toBeUndefined();
    // If a time zone were sent, the platform would interpret the moment as local time.
    expect(slot?.timezone).toBeUndefined();
  });

  test("sends the answers in the form with their labels instead of the note", () => {
    const fields = [{ id: "f-1", label: "Batelių dydis", valueType: "SHORT_TEXT" as const, required: false }];
    const answers = { "f-1": " 42 ", "f-old": "x" };
    const input = bookingInputOf(
      activity({ ...ids, fields }),
      time("11T16:00"),
      { ...draft, answers, note: "!" },
      "Pastabos",
    );
    expect(input.additionalFields).toEqual([
      { id: "f-1", label: "Batelių dydis", value: "42", valueType: "SHORT_TEXT" },
    ]);
  });
});
