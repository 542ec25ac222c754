import { BookingWish } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { activity, time } from "./booking.fixture.ts";
import { emptyDraft } from "./contact.ts";
import { wishOf } from "./wish.ts";

const draft = { ...emptyDraft, participants: 2, firstName: " Ona ", lastName: "Onaitė", email: "ona@uola.example " };
const ids = { id: "0199e3a0-0000-7000-8000-000000000001", scheduleId: "0199e3a0-0000-7000-8000-000000000002" };

describe("a wish", () => {
  test("names the session, is trimmed, and is paid for at the gym", () => {
    const wish = wishOf(
      activity(ids),
      time("11T16:00"),
      { ...draft, phone: "8 612 34567", note: " 38 ir 42 " },
      "Pastabos",
    );
    expect(wish).toMatchObject({
      bookedEntity: { slot: { sessionId: "t-11T16:00", serviceId: ids.id, scheduleId: ids.scheduleId } },
      contactDetails: { firstName: "Ona", lastName: "Onaitė", email: "ona@uola.example", phone: "+37061234567" },
      totalParticipants: 2,
      additionalFields: [{ label: "Pastabos", value: "38 ir 42" }],
      selectedPaymentOption: "OFFLINE",
    });
    expect(wish.bookedEntity.schedule).toBeUndefined();
    expect(BookingWish.safeParse(wish).error).toBeUndefined();
  });

  test("for a course names the schedule; what was not filled in is not sent", () => {
    const wish = wishOf(
      activity({ ...ids, price: { kind: "free" }, payAtGym: false }),
      time("11T16:00", { lessons: [] }),
      draft,
      "Pastabos",
    );
    expect(wish.bookedEntity.schedule).toMatchObject({ scheduleId: ids.scheduleId });
    expect(Object.keys(wish)).toEqual(["bookedEntity", "contactDetails", "totalParticipants"]);
    expect(wish.bookedEntity.slot).toBeUndefined();
    expect(BookingWish.safeParse(wish).error).toBeUndefined();
  });
});
