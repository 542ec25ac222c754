import { afterEach, beforeEach, expect, test } from "vitest";
import { createHouse, type House } from "../testing.ts";
import { gymWithBooking } from "./testing.ts";

let house: House;
let bookingId: string;
beforeEach(async () => {
  house = await createHouse();
  ({ bookingId } = await gymWithBooking(house as never));
});
afterEach(() => house.close());

test("who sees a booking gets the address of its calendar file, and the address opens by itself", async () => {
  const member = await house.member({ email: "ona@example.lt", emailVerified: true });
  const { url } = await house.as(member.token).notifications.calendarLink({ bookingId });
  const file = await house.platform.fetch(new Request(url));
  expect(file.headers.get("content-type")).toContain("text/calendar");
  expect(await file.text()).toContain("BEGIN:VEVENT");
});

test("to others the booking is not there", async () => {
  const visitor = house.as(house.visitor());
  await expect(visitor.notifications.calendarLink({ bookingId })).rejects.toMatchObject({
    status: 404,
    code: "BOOKING_NOT_FOUND",
  });
});
