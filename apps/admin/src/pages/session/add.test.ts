import type { Session } from "@uola/contract";
import { expect, test } from "vitest";
import { bookingInputOf, deskBookingErrors, empty, namesOf } from "./add.ts";

const session = { id: "s", serviceId: "v", scheduleId: "d" } as Session;

test("parses participant names, one per line", () =>
  expect(namesOf("Ona Marija Petraitė\n\n  Jonas \n")).toEqual([
    { firstName: "Ona Marija", lastName: "Petraitė" },
    { firstName: "Jonas" },
  ]));

test("lists the errors of a front desk booking in the order of the form", () => {
  expect(deskBookingErrors({ ...empty, first: "Ona" })).toEqual([]);
  expect(deskBookingErrors({ ...empty, email: "ona@", phone: "12", count: "0" })).toEqual([
    "first",
    "email",
    "phone",
    "count",
  ]);
  expect(deskBookingErrors({ ...empty, first: "Ona", count: "2", names: "Jonas" })).toEqual(["names"]);
});

test("books a session by its id, and a course as a whole", () => {
  const input = bookingInputOf({ ...empty, first: " Ona ", phone: "8 612 34567", count: "2" }, session);
  expect(input).toMatchObject({
    bookedEntity: { slot: { sessionId: "s" } },
    contactDetails: { firstName: "Ona", phone: "+37061234567" },
    totalParticipants: 2,
  });
  expect(
    bookingInputOf({ ...empty, first: "Ona" }, { ...session, courseSession: { number: 1, of: 4 } }).bookedEntity,
  ).toEqual({
    schedule: { scheduleId: "d", serviceId: "v" },
  });
});
