import { bookingLinks } from "@uola/booking";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { contextOf, gymWithBooking } from "./testing.ts";

let platform: TestPlatform;
let bookingId: string;
beforeEach(async () => {
  platform = await createTestPlatform();
  ({ bookingId } = await gymWithBooking(platform as never));
});
afterEach(() => platform.close());

test("a person who may read the booking gets its calendar link, which needs no sign-in", async () => {
  const member = await platform.member({ email: "ona@example.lt", emailVerified: true });
  const { url } = await platform.as(member.token).notifications.calendarLink({ bookingId });
  const file = await platform.api.fetch(new Request(url));
  expect(file.headers.get("content-type")).toContain("text/calendar");
  expect(await file.text()).toContain("BEGIN:VEVENT");
});

test("a reader of English pages gets an English calendar", async () => {
  const member = await platform.member({ email: "ona@example.lt", emailVerified: true });
  const { url } = await platform.as(member.token, "en").notifications.calendarLink({ bookingId });
  const file = await platform.api.fetch(new Request(url));
  expect((await file.text()).replaceAll("\r\n ", "")).toContain(`/en/account/?booking=${bookingId}`);
});

test("the key of the link in the mail gets the calendar link without a sign-in", async () => {
  await platform.db
    .updateTable("booking")
    .set({ endDate: new Date("2036-09-09T16:30:00Z") })
    .execute();
  const key = await bookingLinks(contextOf(platform as never)).keyOf(bookingId);
  const nobody = platform.as().notifications;
  const { url } = await nobody.calendarLinkByLink({ key });
  expect(await (await platform.api.fetch(new Request(url))).text()).toContain("BEGIN:VEVENT");
  await expect(nobody.calendarLinkByLink({ key: `${key.slice(0, -4)}AAAA` })).rejects.toMatchObject({
    status: 404,
    code: "BOOKING_NOT_FOUND",
  });
});

test("other callers get BOOKING_NOT_FOUND", async () => {
  const visitor = platform.as(platform.visitor());
  await expect(visitor.notifications.calendarLink({ bookingId })).rejects.toMatchObject({
    status: 404,
    code: "BOOKING_NOT_FOUND",
  });
});
