import { waitlistLinks } from "@uola/booking";
import { json, newId } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BookingMailRequest } from "./booking-mail.ts";
import { bookingMail } from "./booking-mail.ts";
import { calendarLinks } from "./calendar-link.ts";
import type { PreparedMail, SkippedMail } from "./mail-delivery.ts";
import { contextOf, gymWithBooking, now, urls } from "./testing.ts";
import { type WaitlistMailRequest, waitlistMail } from "./waitlist-mail.ts";

let fresh: FreshDatabase;
let bookingId: string;
let sessionId: string;
beforeEach(async () => {
  fresh = await freshDatabase();
  const made = await gymWithBooking(fresh);
  [bookingId, sessionId] = [made.bookingId, made.sessions[0]?.id ?? ""];
});
afterEach(() => fresh.close());

const setBooking = (to: object) => fresh.db.updateTable("booking").set(to).where("id", "=", bookingId).execute();
const isLetter = (answer: PreparedMail | SkippedMail): answer is PreparedMail => "write" in answer;
/** The rendered mail, or the reason for skipping it. */
async function written(answer: Promise<PreparedMail | SkippedMail>) {
  const skipped = await answer;
  if (!isLetter(skipped)) return { end: skipped.end, text: "", html: "", calendar: undefined };
  const mail = await skipped.write(fresh.db);
  const calendar = mail?.parts.find(({ contentType }) => contentType.startsWith("text/calendar"));
  return { end: "sent", text: mail?.text ?? "", html: mail?.html ?? "", calendar };
}
const context = (at = now) => contextOf(fresh, { now: () => at });

describe("mails about bookings", () => {
  const mail = (order: Partial<BookingMailRequest>, at = now) => {
    const links = calendarLinks(context(at), urls.platform);
    const mail = { template: "booking-confirmed" as const, bookingId, revision: 2, language: "lt", ...order };
    return written(bookingMail(context(at), links)(mail));
  };
  const event = (body: object) =>
    fresh.db
      .insertInto("event")
      .values({
        siteId: fresh.siteId,
        id: newId(),
        type: "booking",
        slug: "rescheduled",
        entityId: bookingId,
        entitySequence: 2,
        body: json({ actionEvent: { body } }),
        createdDate: now,
      })
      .execute();
  const [start, end] = ["2026-09-09T15:00:00.000Z", "2026-09-09T16:30:00.000Z"];

  test("an English mail has an English calendar entry and links to English pages", async () => {
    await setBooking({ memberId: null });
    const { html, text, calendar } = await mail({ language: "en" });
    const pages = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
    expect(pages.filter((url) => url.startsWith(urls.site))).toEqual([
      expect.stringMatching(/\/en\/booking\/manage\/\?key=/),
      `${urls.site}/en`,
    ]);
    expect(pages).toContainEqual(expect.stringMatching(/calendar\.ics\?key=[^&]+&language=en$/));
    expect(text).not.toMatch(/Jūs|rugs|Rezervacij/);
    const file = calendar?.content.toString() ?? "";
    expect(file).toContain("PRODID:-//Uola//Uola//EN");
    expect(file.replaceAll("\r\n ", "")).toMatch(/URL;VALUE=URI:\S+\/en\/booking\/manage\/\?key=/);
    expect(file).not.toContain("/account/");
    const forOthers = pages.filter((url) => /google|outlook/.test(url));
    expect(forOthers).toHaveLength(2);
    expect(forOthers.join()).not.toMatch(/key(=|%3D)|account/);
    expect(file.replaceAll("\r\n ", "")).toMatch(/DESCRIPTION:Booking code/);
  });

  test("a rescheduling mail contains the old time, the new time and a higher calendar sequence", async () => {
    await event({
      booking: { startDate: start, endDate: end },
      previousStartDate: "2026-09-08T15:00:00.000Z",
      previousEndDate: "2026-09-08T16:30:00.000Z",
    });
    await setBooking({ calendarSequence: 4, revision: 2 });
    const { text, calendar } = await mail({ template: "booking-rescheduled" });
    expect(text).toContain("Buvo: Antradienis, rugsėjo 8");
    expect(calendar?.contentType).toContain("method=PUBLISH");
    const file = calendar?.content.toString() ?? "";
    expect(file).toContain("SEQUENCE:4");
    expect(file).toContain("DTSTART;TZID=Europe/Vilnius:20260909T180000");
    expect(text).toContain("dates=20260909T150000Z%2F20260909T163000Z");
  });

  test("a mail about an older change is outdated once the booking changes again", async () => {
    await event({
      booking: { startDate: "2026-09-10T15:00:00.000Z", totalParticipants: 5 },
      previousTotalParticipants: 1,
    });
    expect(await mail({ template: "booking-rescheduled" })).toMatchObject({ end: "outdated" });
    expect(await mail({ template: "booking-changed" })).toMatchObject({ end: "outdated" });
    await setBooking({ totalParticipants: 5 });
    expect((await mail({ template: "booking-changed" })).text).toContain("5 dalyviai (buvo 1)");
    await setBooking({ status: "CANCELED" });
    for (const template of ["booking-rescheduled", "booking-changed"] as const) {
      expect(await mail({ template })).toMatchObject({ end: "outdated" });
    }
  });

  test("a mail states the previous number of participants as the sum over the previous options", async () => {
    const serviceChoices = [{ numberOfParticipants: 1 }, { numberOfParticipants: 3 }];
    await event({ booking: { totalParticipants: 2 }, previousParticipantsChoices: { serviceChoices } });
    expect((await mail({ template: "booking-changed" })).text).toContain("(buvo 4)");
  });

  test("a mail about a declined booking cancels its calendar entry", async () => {
    await setBooking({ status: "DECLINED" });
    const { calendar } = await mail({ template: "booking-declined" });
    expect(calendar?.contentType).toContain("method=CANCEL");
    expect(calendar?.content.toString()).toContain("STATUS:CANCELLED");
  });

  test("a mail about an appointment without a session uses its own time, not another session of the trainer", async () => {
    await fresh.db.updateTable("service").set({ type: "APPOINTMENT" }).execute();
    const moved = new Date("2026-09-11T09:00:00Z");
    await setBooking({ status: "DECLINED", sessionId: null, startDate: moved, endDate: new Date(+moved + 3_600_000) });
    const { text } = await mail({ template: "booking-declined" });
    expect(text).toContain("Penktadienis, rugsėjo 11");
    expect(text).not.toContain("rugsėjo 9");
  });

  test("a reminder is outdated if the start has changed or passed, or the booking is not confirmed", async () => {
    const template = "booking-reminder" as const;
    expect((await mail({ template, startDate: start })).end).toBe("sent");
    expect((await mail({ template, startDate: "2026-09-08T15:00:00.000Z" })).end).toBe("outdated");
    expect((await mail({ template, startDate: start }, new Date(start))).end).toBe("outdated");
    await setBooking({ status: "PENDING" });
    expect((await mail({ template, startDate: start })).end).toBe("outdated");
  });
});

describe("mails about waiting lists", () => {
  let entryId: string;
  const until = new Date(now.getTime() + 2 * 3_600_000);
  beforeEach(async () => {
    const { serviceId, scheduleId } = await fresh.db
      .selectFrom("booking")
      .select(["serviceId", "scheduleId"])
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    entryId = await enter(bookingId, serviceId, scheduleId, 2);
    await setBooking({ status: "WAITING_LIST" });
  });
  async function enter(bookingId: string, serviceId: string, scheduleId: string, rank: number) {
    const id = newId();
    const entry = { siteId: fresh.siteId, id, bookingId, placesId: sessionId, serviceId, scheduleId, sessionId, rank };
    const at = { joinedDate: now, updatedDate: now };
    await fresh.db
      .insertInto("waitlistEntry")
      .values({ ...entry, totalParticipants: 2, ...at })
      .execute();
    return id;
  }
  const setEntry = (to: object) => fresh.db.updateTable("waitlistEntry").set(to).where("id", "=", entryId).execute();
  const mail = (template: WaitlistMailRequest["template"], more: Partial<WaitlistMailRequest> = {}, at = now) =>
    written(waitlistMail(context(at))({ template, bookingId, revision: 1, entryId, language: "lt", ...more }));
  const linkOf = async () => {
    const key = await waitlistLinks(context()).keyOf(entryId);
    return `${urls.site}/booking/offer/?key=${key}`;
  };

  test("a waiting-list mail contains the position and a link to leave", async () => {
    const other = await gymWithBooking(fresh);
    const of = fresh.db.selectFrom("booking").selectAll().where("id", "=", other.bookingId);
    const { serviceId, scheduleId } = await of.executeTakeFirstOrThrow();
    await enter(other.bookingId, serviceId, scheduleId, 1);
    const { text, calendar } = await mail("waitlist-joined");
    expect(text).toContain("Jūsų vieta sąraše: 2");
    expect(text).toContain(`${await linkOf()}&answer=leave`);
    expect(calendar).toBeUndefined();
  });

  test("a mail that offers a place from the waiting list contains its deadline, one button and a link to decline", async () => {
    await setEntry({ state: "OFFERED", offerExpiresDate: until });
    const { text, html } = await mail("waitlist-offer");
    expect(text).toContain("2 vietos jums laikomos iki rugsėjo 1\u00a0d., 14:00");
    expect(text).toContain(`Priimti vietas:\n${await linkOf()}\n`);
    expect(text).toContain(`Atsisakyti:\n${await linkOf()}&answer=decline`);
    expect(html.match(/class="tape"/g)).toHaveLength(1);
    const english = (await mail("waitlist-offer", { language: "en" })).text;
    expect(english).toContain("2 places are held for you until 1\u00a0September, 14:00");
    expect(english).toContain(`/en/booking/offer/${new URL(await linkOf()).search}`);
  });

  test("a waiting-list offer of one place uses the singular", async () => {
    await setEntry({ state: "OFFERED", offerExpiresDate: until, totalParticipants: 1 });
    const { text, html } = await mail("waitlist-offer");
    expect(text).toContain("Priimti vietą:");
    expect(text).toMatch(/^(Mokėti|Kaina): /m);
    expect(html).toContain('alt="Yra vieta"');
  });

  test("a mail about an ended waiting-list entry contains no link to accept or decline", async () => {
    await setEntry({ state: "LAPSED" });
    const { text } = await mail("waitlist-lapsed");
    expect(text).toContain("pasiūlėme kitam");
    expect(text).not.toContain("key=");
    await setEntry({ state: "CLOSED" });
    const closed = await mail("waitlist-closed", { message: "Salę remontuojame." });
    expect(closed.text).toContain("Salės žinutė:\nSalę remontuojame.");
  });

  test.each([
    ["waitlist-joined", "OFFERED"],
    ["waitlist-offer", "ACCEPTED"],
    ["waitlist-offer", "LAPSED"],
    ["waitlist-lapsed", "WAITING"],
    ["waitlist-closed", "LEFT"],
  ] as const)("the mail %s is outdated once the waiting-list entry has the state %s", async (template, state) => {
    await setEntry({ state, offerExpiresDate: until });
    expect((await mail(template)).end).toBe("outdated");
  });

  test("a mail that offers a place from the waiting list is outdated once the offer has expired, even before its state changes", async () => {
    await setEntry({ state: "OFFERED", offerExpiresDate: until });
    expect((await mail("waitlist-offer", {}, until)).end).toBe("outdated");
    expect((await mail("waitlist-offer", { entryId: newId() })).end).toBe("never");
    await setBooking({ contactEmail: null });
    expect((await mail("waitlist-offer")).end).toBe("done");
  });
});
