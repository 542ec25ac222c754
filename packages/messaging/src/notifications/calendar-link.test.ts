import { bookingLinks } from "@uola/booking";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { contextOf, gymWithBooking, urls } from "./testing.ts";

let platform: TestPlatform;
let bookingId: string;
beforeEach(async () => {
  platform = await createTestPlatform();
  ({ bookingId } = await gymWithBooking(platform as never));
});
afterEach(() => platform.close());

test("returns a calendar link to a person who may read the booking; the link requires no sign-in", async () => {
  const member = await platform.member({ email: "ona@example.lt", emailVerified: true });
  const { url } = await platform.as(member.token).notifications.calendarLink({ bookingId });
  const file = await platform.api.fetch(new Request(url));
  expect(file.headers.get("content-type")).toContain("text/calendar");
  expect(await file.text()).toContain("BEGIN:VEVENT");
});

test("returns an English calendar to a reader of English pages", async () => {
  const member = await platform.member({ email: "ona@example.lt", emailVerified: true });
  await platform.db.updateTable("booking").set({ memberId: member.id }).execute();
  const { url } = await platform.as(member.token, "en").notifications.calendarLink({ bookingId });
  const file = await platform.api.fetch(new Request(url));
  expect((await file.text()).replaceAll("\r\n ", "")).toContain(`/en/account/?booking=${bookingId}`);
});

test("the key of the link in the mail is sufficient to get the calendar link without a sign-in", async () => {
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

test("returns BOOKING_NOT_FOUND if a caller who may not read the booking requests its calendar link", async () => {
  const visitor = platform.as(platform.visitor());
  await expect(visitor.notifications.calendarLink({ bookingId })).rejects.toMatchObject({
    status: 404,
    code: "BOOKING_NOT_FOUND",
  });
});

describe("a guest booking", () => {
  let guest: ReturnType<TestPlatform["visitor"]>;
  beforeEach(async () => {
    guest = platform.visitor();
    const [payload = ""] = (await guest.access()).split(".");
    const { subject: visitorId } = JSON.parse(Buffer.from(payload, "base64url").toString());
    await platform.db
      .updateTable("booking")
      .set({ memberId: null, visitorId, endDate: new Date("2036-09-09T16:30:00Z") })
      .where("id", "=", bookingId)
      .execute();
  });

  test("returns the cancellation link of a guest booking only to the visitor who made it", async () => {
    const key = await bookingLinks(contextOf(platform as never)).keyOf(bookingId);
    const { manageUrl } = await platform.as(guest).notifications.calendarLink({ bookingId });
    expect(manageUrl).toBe(`${urls.site}/booking/manage/?key=${key}`);
    expect(await platform.as(platform.key).notifications.calendarLink({ bookingId })).not.toHaveProperty("manageUrl");
    await expect(platform.as(platform.visitor()).notifications.calendarLink({ bookingId })).rejects.toMatchObject({
      code: "BOOKING_NOT_FOUND",
    });
  });

  test("the calendar entry of a guest booking links to the page where guests cancel", async () => {
    const key = await bookingLinks(contextOf(platform as never)).keyOf(bookingId);
    const { url } = await platform.as(guest, "en").notifications.calendarLink({ bookingId });
    const file = (await (await platform.api.fetch(new Request(url))).text()).replaceAll("\r\n ", "");
    expect(file).toContain(`${urls.site}/en/booking/manage/?key=${key}`);
    expect(file).not.toContain("/account/");
  });
});

test("the staff calendar file does not contain a guest's key, because trainers may not cancel", async () => {
  await platform.db.updateTable("booking").set({ memberId: null }).execute();
  const { url } = await platform.as(platform.key).notifications.calendarLink({ bookingId });
  const file = await (await platform.api.fetch(new Request(url))).text();
  expect(file).toContain("BEGIN:VEVENT");
  expect(file.replaceAll("\r\n ", "")).not.toContain("key=");
});

test("a member's calendar link response contains no link that works without signing in", async () => {
  const member = await platform.member({ email: "ona@example.lt", emailVerified: true });
  expect(await platform.as(member.token).notifications.calendarLink({ bookingId })).not.toHaveProperty("manageUrl");
});
