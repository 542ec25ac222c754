import { newId } from "@uola/database";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestGym, refusalResponse, type TestGym } from "../testing.ts";
import { feedPages } from "./feeds.ts";
import { rowsRead } from "./testing.ts";

let gym: TestGym;
beforeEach(async () => {
  gym = await createTestGym();
});
afterEach(() => gym.close());

type FeedInput = { kind: "PERSON" | "TRAINER" | "GROUP"; subjectId?: string };
const feedsOf = (token: string) => gym.as(token).notifications;
const pathOf = (url: string) => new URL(url).pathname;
const read = (url: string, headers: Record<string, string> = {}) => gym.ask(pathOf(url), { method: "GET", headers });
const create = (token: string, input: FeedInput) =>
  gym.ask("/v1/calendar-feeds", { body: JSON.stringify(input), token, method: "POST" });

/** Returns the entries of a calendar, as property names without parameters and their values. */
function entriesIn(text: string): Record<string, string>[] {
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  const entries: Record<string, string>[] = [];
  let inside = false;
  for (const line of lines) {
    if (line === "BEGIN:VEVENT") {
      entries.push({});
      inside = true;
    } else if (line === "END:VEVENT") inside = false;
    else if (inside) {
      const [, name = "", value = ""] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? [];
      (entries.at(-1) as Record<string, string>)[name] = value;
    }
  }
  return entries;
}

async function staff(accountId: string | null = null, name = "Rūta") {
  const id = newId();
  await gym.db
    .insertInto("staff")
    .values({ siteId: gym.siteId, id, name, title: "trenerė", accountId, createdDate: gym.clock.now })
    .execute();
  return id;
}
const leads = (sessionId: string, staffId: string) =>
  gym.db
    .updateTable("session")
    .set({ staffIds: [staffId] })
    .where("id", "=", sessionId)
    .execute();

type Target = { service: { id: string; scheduleId: string }; sessionId: string | null; hours: number };
/** Inserts a booking. */
async function booking({ service, sessionId, hours }: Target, more: object = {}) {
  const id = newId();
  const at = { createdDate: gym.hours(-100), updatedDate: gym.hours(-100) };
  await gym.db
    .insertInto("booking")
    .values({
      siteId: gym.siteId,
      id,
      status: "CONFIRMED",
      serviceId: service.id,
      scheduleId: service.scheduleId,
      sessionId,
      placesId: sessionId ?? service.scheduleId,
      totalParticipants: 2,
      startDate: gym.hours(hours),
      endDate: gym.hours(hours + 1),
      bookedEntity: "{}",
      ...at,
      ...more,
    })
    .execute();
  return id;
}

test("a person's feed contains their own classes, course sessions and pending bookings only", async () => {
  const me = await gym.member({ email: "ona@example.lt" });
  const service = await gym.service({ name: "Treniruotė" });
  const course = await gym.service({ type: "COURSE", name: "Kursas" });
  const sessionId = await gym.session({ service, inHours: 48 });
  const dates = [
    await gym.session({ service: course, inHours: -50 }),
    await gym.session({ service: course, inHours: 60 }),
  ];
  const mine = await booking({ service, sessionId, hours: 48 }, { memberId: me.id });
  const byMail = await booking(
    { service, sessionId, hours: 48 },
    { contactEmail: "ona@example.lt", status: "PENDING" },
  );
  const whole = await booking({ service: course, sessionId: null, hours: -50 }, { memberId: me.id });
  await booking({ service, sessionId, hours: 48 }, { memberId: me.id, status: "CANCELED" });
  await booking({ service, sessionId, hours: 48 }, { contactEmail: "kitas@example.lt" });
  const { feed, url } = await feedsOf(me.token).createFeed({ kind: "PERSON" });
  expect(feed).toMatchObject({ kind: "PERSON", name: expect.stringContaining("Mano užsiėmimai") });
  const { status, headers, text } = await read(url);
  expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
    200,
    "text/calendar; charset=utf-8",
    "private, max-age=900",
  ]);
  const entries = entriesIn(text);
  expect(Object.fromEntries(entries.map(({ UID, STATUS }) => [UID, STATUS]))).toEqual({
    [`${mine}@uola`]: "CONFIRMED",
    [`${byMail}@uola`]: "TENTATIVE",
    [`${whole}-${dates[0]}@uola`]: "CONFIRMED",
    [`${whole}-${dates[1]}@uola`]: "CONFIRMED",
  });
  expect(entries.find(({ UID }) => UID === `${mine}@uola`)).toMatchObject({
    DTSTART: "20260903T120000",
    SUMMARY: expect.stringContaining("Treniruotė"),
  });
  expect(text).toMatch(/X-PUBLISHED-TTL:PT15M/);
});

test("bookings with the account's unverified e-mail address do not appear in its feed", async () => {
  const me = await gym.member({ email: "ona@example.lt", emailVerified: false });
  const service = await gym.service();
  await booking({ service, sessionId: await gym.session({ service }), hours: 48 }, { contactEmail: "ona@example.lt" });
  const { url } = await feedsOf(me.token).createFeed({ kind: "PERSON" });
  expect(entriesIn((await read(url)).text)).toEqual([]);
});

test("a feed covers 90 days in the past and a year ahead", async () => {
  const me = await gym.member();
  const service = await gym.service();
  for (const days of [-91, -89, 364, 366]) {
    const sessionId = await gym.session({ service, inHours: days * 24 });
    await booking({ service, sessionId, hours: days * 24 }, { memberId: me.id });
  }
  const { url } = await feedsOf(me.token).createFeed({ kind: "PERSON" });
  expect(entriesIn((await read(url)).text)).toHaveLength(2);
  const group = await feedsOf(me.token).createFeed({ kind: "GROUP", subjectId: service.scheduleId });
  expect(entriesIn((await read(group.url)).text)).toHaveLength(2);
});

test("a trainer's feed contains their sessions with participant counts but no names", async () => {
  const trainer = await gym.member({ role: "trainer" });
  const staffId = await staff(trainer.id);
  const service = await gym.service();
  const [led, other] = [await gym.session({ service }), await gym.session({ service, inHours: 50 })];
  await leads(led, staffId);
  await leads(other, await staff());
  const contactDetails = JSON.stringify({ firstName: "Ona", lastName: "Onaitė", email: "ona@example.lt" });
  const participants = JSON.stringify([{ id: newId(), firstName: "Jonukas" }]);
  await booking(
    { service, sessionId: led, hours: 48 },
    { contactDetails, participants, contactEmail: "ona@example.lt" },
  );
  await booking({ service, sessionId: led, hours: 48 }, { status: "PENDING", totalParticipants: 3 });
  await booking({ service, sessionId: led, hours: 48 }, { status: "CANCELED", totalParticipants: 4 });
  const { url, feed } = await feedsOf(trainer.token).createFeed({ kind: "TRAINER", subjectId: staffId });
  expect(feed.name).toContain("Rūta");
  const { text } = await read(url);
  expect(entriesIn(text)).toMatchObject([{ UID: `${led}@uola`, DESCRIPTION: "5 dalyviai" }]);
  for (const secret of ["Ona", "Jonukas", "ona@example.lt"]) expect(text).not.toContain(secret);
});

test("a trainer's feed can be created only by that trainer and the owner, and stops working when their access is revoked", async () => {
  const trainer = await gym.member({ role: "trainer" });
  const owner = await gym.member({ role: "owner" });
  const staffId = await staff(trainer.id);
  for (const role of ["member", "trainer"] as const) {
    const { token } = await gym.member({ role });
    expect(await create(token, { kind: "TRAINER", subjectId: staffId })).toMatchObject(
      refusalResponse(404, "STAFF_NOT_FOUND"),
    );
  }
  expect(await create(owner.token, { kind: "TRAINER" })).toMatchObject(refusalResponse(404, "STAFF_NOT_FOUND"));
  const own = (await create(trainer.token, { kind: "TRAINER", subjectId: staffId })).body.url;
  const seen = (await create(owner.token, { kind: "TRAINER", subjectId: staffId })).body.url;
  await gym.db.updateTable("staff").set({ accountId: null }).where("id", "=", staffId).execute();
  expect([(await read(own)).status, (await read(seen)).status]).toEqual([404, 200]);
  await gym.db.updateTable("staff").set({ removedDate: gym.clock.now }).where("id", "=", staffId).execute();
  expect((await read(seen)).status).toBe(404);
});

test("a group's feed contains its sessions while the group is visible", async () => {
  const me = await gym.member();
  const service = await gym.service({ type: "COURSE", name: "Vaikų grupė" });
  const on = await gym.session({ service });
  const off = await gym.session({ service, inHours: 60 });
  await gym.db.updateTable("session").set({ status: "CANCELLED" }).where("id", "=", off).execute();
  const { url, feed } = await feedsOf(me.token).createFeed({ kind: "GROUP", subjectId: service.scheduleId });
  expect(feed).toMatchObject({ subjectId: service.scheduleId, name: expect.stringContaining("Vaikų grupė") });
  expect(entriesIn((await read(url)).text)).toMatchObject([{ UID: `${on}@uola` }]);
  const set = (to: object) => gym.db.updateTable("service").set(to).where("id", "=", service.id).execute();
  await set({ hidden: true });
  expect((await read(url)).status).toBe(404);
  expect(await create(me.token, { kind: "GROUP", subjectId: service.scheduleId })).toMatchObject(
    refusalResponse(404, "SCHEDULE_NOT_FOUND"),
  );
  expect(await create(me.token, { kind: "GROUP" })).toMatchObject(refusalResponse(404, "SCHEDULE_NOT_FOUND"));
});

test("a feed query does not read past rows", async () => {
  const me = await gym.member({ role: "trainer", email: "ona@example.lt" });
  const staffId = await staff(me.id);
  const service = await gym.service();
  const sessionId = await gym.session({ service });
  await leads(sessionId, staffId);
  await booking({ service, sessionId, hours: 48 }, { memberId: me.id });
  const urls: string[] = [];
  for (const input of [
    { kind: "PERSON" },
    { kind: "TRAINER", subjectId: staffId },
    { kind: "GROUP", subjectId: service.scheduleId },
  ] as FeedInput[]) {
    urls.push((await create(me.token, input)).body.url);
  }
  const rows = await rowsRead(gym, {
    async fill(db) {
      await sql`
        insert into session (site_id, id, schedule_id, service_id, start_date, end_date, staff_ids, created_date, updated_date)
        select site_id, gen_random_uuid(), schedule_id, service_id, start_date - make_interval(days => 100 + n),
          end_date - make_interval(days => 100 + n), staff_ids, created_date, updated_date
        from session, generate_series(1, 10000) n where id = ${sessionId}`.execute(db);
      await sql`
        insert into booking (site_id, id, status, service_id, schedule_id, session_id, places_id, total_participants, start_date,
          end_date, booked_entity, contact_email, member_id, created_date, updated_date)
        select site_id, gen_random_uuid(), 'CONFIRMED', service_id, schedule_id, id, id, 1, start_date, end_date, '{}',
          'kitas@example.lt', gen_random_uuid(), created_date, updated_date
        from session where start_date < ${gym.clock.now}`.execute(db);
    },
    async work(db) {
      const { "GET /v1/calendars/{file}": page } = feedPages({ ...gym.context, db });
      for (const url of urls) {
        const text = (await (await page?.(new Request(url), {}))?.text()) ?? "";
        expect(entriesIn(text)).toHaveLength(1);
      }
    },
  });
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(1000);
});

describe("calendar feed URLs", () => {
  test("a feed URL has a key of 32 bytes, of which only the hash is stored", async () => {
    const me = await gym.member();
    const { url, googleUrl, outlookUrl } = await feedsOf(me.token).createFeed({ kind: "PERSON" });
    const [, key = ""] = /calendars\/([\w-]+)\.ics$/.exec(url) ?? [];
    expect(Buffer.from(key, "base64url")).toHaveLength(32);
    const webcal = url.replace("http:", "webcal:");
    expect(googleUrl).toBe(`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`);
    expect(new URL(outlookUrl).searchParams.get("url")).toBe(url);
    const rows = JSON.stringify(await gym.db.selectFrom("calendarFeed").selectAll().execute());
    const auditEntries = JSON.stringify(await gym.db.selectFrom("audit").selectAll().execute());
    expect(rows + auditEntries).not.toContain(key);
    for (const wrong of [`${key.slice(0, -1)}_.ics`, `${key}`, "x.ics", `${key}.ics.ics`, "%00.ics"]) {
      expect((await gym.ask(`/v1/calendars/${wrong}`, { method: "GET" })).status).toBe(404);
    }
  });

  test("returns 304 for an unchanged feed", async () => {
    const me = await gym.member();
    const service = await gym.service();
    const sessionId = await gym.session({ service });
    const id = await booking({ service, sessionId, hours: 48 }, { memberId: me.id });
    const { url } = await feedsOf(me.token).createFeed({ kind: "PERSON" });
    const etag = (await read(url)).headers.get("etag") ?? "";
    gym.clock.now = gym.hours(1);
    const again = await read(url, { "if-none-match": `"other", W/${etag}` });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    await gym.db
      .updateTable("booking")
      .set({ calendarSequence: 1, startDate: gym.hours(70), endDate: gym.hours(71) })
      .where("id", "=", id)
      .execute();
    const changed = await read(url, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(entriesIn(changed.text)).toMatchObject([{ SEQUENCE: "1", UID: `${id}@uola` }]);
  });

  test("allows at most twenty feeds per account, even when created concurrently", async () => {
    const me = await gym.member();
    const answers = await Promise.all(Array.from({ length: 24 }, () => create(me.token, { kind: "PERSON" })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(refusalResponse(409, "TOO_MANY_FEEDS"));
    expect((await feedsOf(me.token).feeds({})).feeds).toHaveLength(20);
  });

  test("a feed URL stops working when its feed or account ends, and other accounts cannot remove it", async () => {
    const [me, other] = [await gym.member(), await gym.member()];
    const first = await feedsOf(me.token).createFeed({ kind: "PERSON" });
    const second = await feedsOf(me.token).createFeed({ kind: "PERSON" });
    expect((await feedsOf(other.token).feeds({})).feeds).toEqual([]);
    const remove = (token: string) => gym.ask(`/v1/calendar-feeds/${first.feed.id}`, { method: "DELETE", token });
    expect(await remove(other.token)).toMatchObject(refusalResponse(404, "FEED_NOT_FOUND"));
    expect((await remove(me.token)).status).toBe(200);
    expect(await remove(me.token)).toMatchObject(refusalResponse(404, "FEED_NOT_FOUND"));
    expect([(await read(first.url)).status, (await read(second.url)).status]).toEqual([404, 200]);
    expect((await feedsOf(me.token).feeds({})).feeds).toMatchObject([{ id: second.feed.id }]);
    const auditEntries = gym.db
      .selectFrom("audit")
      .select("action")
      .where("entity", "=", "calendar_feed")
      .orderBy("id");
    expect((await auditEntries.execute()).map(({ action }) => action)).toEqual([
      "calendar_feed.create",
      "calendar_feed.create",
      "calendar_feed.remove",
    ]);
    await gym.db.updateTable("account").set({ status: "BLOCKED" }).where("id", "=", me.id).execute();
    expect((await read(second.url)).status).toBe(404);
  });

  test("rejects the creation of a feed with an API key", async () => {
    expect(await create(gym.key, { kind: "PERSON" })).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
  });
});
