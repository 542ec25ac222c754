import { newId } from "@uola/database";
import { createBackground } from "@uola/kernel";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";
import { reminderTask } from "./notifications.ts";
import { rowsRead } from "./testing.ts";

let gym: TestGym;
beforeEach(async () => {
  gym = await createTestGym();
});
afterEach(() => gym.close());

type Reminder = { minutesBefore: number; by: "MAIL" | "SMS" };
const day = 24 * 60;
const mailDayBefore: Reminder = { minutesBefore: day, by: "MAIL" };

async function service(list: Reminder[], type: "CLASS" | "COURSE" = "CLASS") {
  const service = await gym.service({ type });
  const extra = JSON.stringify({ reminders: list });
  await gym.db.updateTable("service").set({ extra }).where("id", "=", service.id).execute();
  return service;
}

/** Inserts a booking that was made a week ago, unless `more` sets another date. */
async function booked(sessionId: string, more: { sms?: boolean; email?: string | null; phone?: string } = {}) {
  const { email = "ona@example.lt", phone } = more;
  const session = gym.db.selectFrom("session").select(["serviceId", "scheduleId"]).where("id", "=", sessionId);
  const contact = { firstName: "Ona", ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
  const { booking } = await gym.as(gym.key).bookings.create({
    booking: {
      bookedEntity: { slot: { sessionId, ...(await session.executeTakeFirstOrThrow()) } },
      contactDetails: contact,
      selectedPaymentOption: "OFFLINE",
      totalParticipants: 1,
    },
    sendSmsReminder: more.sms === true,
  });
  const long = new Date(gym.clock.now.getTime() - 7 * day * 60_000);
  await gym.db
    .updateTable("booking")
    .set({ createdDate: long, updatedDate: long })
    .where("id", "=", booking.id)
    .execute();
  return booking.id;
}

const pass = () => reminderTask(gym.context).pass();
/** Moves the clock forward. */
const later = (hours: number) => {
  gym.clock.now = gym.hours(hours);
};
type Order = { template?: string; bookingId: string; startDate: string; minutesBefore?: number; language: string };
async function orders(kind: "mail" | "sms" = "mail"): Promise<Order[]> {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", kind).orderBy("id").execute();
  const all = rows.map(({ payload }) => payload as never as Order);
  return kind === "sms" ? all : all.filter(({ template }) => template === "booking-reminder");
}
const moveTo = (sessionId: string, bookingId: string, start: Date) =>
  Promise.all([
    gym.db
      .updateTable("session")
      .set({ startDate: start, endDate: new Date(start.getTime() + 3_600_000), updatedDate: gym.clock.now })
      .where("id", "=", sessionId)
      .execute(),
    gym.db
      .updateTable("booking")
      .set({ startDate: start, updatedDate: gym.clock.now })
      .where("id", "=", bookingId)
      .execute(),
  ]);

test("a reminder is sent once, when it becomes due", async () => {
  const sessionId = await gym.session({ service: await service([mailDayBefore]), inHours: 48 });
  const bookingId = await booked(sessionId);
  const start = gym.hours(48).toISOString();
  expect(await pass()).toBe(0);
  later(23.99);
  expect(await pass()).toBe(0);
  later(0.02);
  expect(await pass()).toBe(1);
  expect(await pass()).toBe(0);
  expect(await orders()).toMatchObject([{ bookingId, startDate: start, language: "lt" }]);
});

test("a reminder uses the language of the booking", async () => {
  const sessionId = await gym.session({ service: await service([mailDayBefore]), inHours: 48 });
  const bookingId = await booked(sessionId);
  await gym.db.updateTable("booking").set({ language: "en" }).where("id", "=", bookingId).execute();
  later(24.01);
  expect(await pass()).toBe(1);
  expect(await orders()).toMatchObject([{ bookingId, language: "en" }]);
});

test("a service can have several reminders by mail and text message", async () => {
  const list: Reminder[] = [mailDayBefore, { minutesBefore: 120, by: "MAIL" }, { minutesBefore: 120, by: "SMS" }];
  const sessionId = await gym.session({ service: await service(list), inHours: 25 });
  const bookingId = await booked(sessionId, { phone: "+37061234567" });
  later(1.01);
  expect(await pass()).toBe(1);
  later(22);
  expect(await pass()).toBe(2);
  expect(await orders()).toHaveLength(2);
  expect(await orders("sms")).toMatchObject([{ bookingId, minutesBefore: 120 }]);
});

test("a requested text message is sent a day before, and only once even if the service also sends a text message", async () => {
  const plain = await gym.session({ inHours: 24.5 });
  const requested = await booked(plain, { sms: true, phone: "+37061234567" });
  await booked(plain, { phone: "+37061234568" });
  const both = await gym.session({ service: await service([{ minutesBefore: day, by: "SMS" }]), inHours: 24.6 });
  const once = await booked(both, { sms: true, phone: "+37061234569" });
  later(1);
  expect(await pass()).toBe(2);
  expect((await orders("sms")).map(({ bookingId }) => bookingId).sort()).toEqual([requested, once].sort());
});

test("no reminder is sent for bookings made or changed after its due time, or without contact details", async () => {
  const of = await service([mailDayBefore, { minutesBefore: day, by: "SMS" }]);
  const sessionId = await gym.session({ service: of, inHours: 10 });
  const near = await booked(sessionId);
  const settled = await booked(sessionId);
  const set = (id: string, to: object) => gym.db.updateTable("booking").set(to).where("id", "=", id).execute();
  await set(near, { createdDate: gym.hours(-1), updatedDate: gym.hours(-1) });
  await set(settled, { updatedDate: gym.hours(-1) });
  await set(await booked(sessionId, { email: null, phone: "8 kas žino" }), {
    contactDetails: '{"phone":"8 kas žino"}',
  });
  expect(await pass()).toBe(0);
});

test("reminders are sent only for confirmed bookings of future sessions", async () => {
  const of = await service([mailDayBefore]);
  const sessionId = await gym.session({ service: of, inHours: 20 });
  const canceled = await booked(sessionId);
  await gym.db.updateTable("booking").set({ status: "CANCELED" }).where("id", "=", canceled).execute();
  const begun = await gym.session({ service: of, inHours: 1 });
  await booked(begun);
  later(1.01);
  expect(await pass()).toBe(0);
});

test("a late reminder is sent while at least thirty minutes remain", async () => {
  const of = await service([mailDayBefore]);
  const soon = await booked(await gym.session({ service: of, inHours: 0.49 }));
  const useful = await booked(await gym.session({ service: of, inHours: 0.51 }));
  expect(await pass()).toBe(1);
  expect((await orders()).map(({ bookingId }) => bookingId)).toEqual([useful]);
  expect(soon).not.toBe(useful);
});

test("a reminder due only minutes before the start is sent on time", async () => {
  const sessionId = await gym.session({ service: await service([{ minutesBefore: 5, by: "MAIL" }]), inHours: 1 });
  await booked(sessionId);
  later(56 / 60);
  expect(await pass()).toBe(1);
});

test("a rescheduled session gets a new reminder, whether or not the first was sent", async () => {
  const sessionId = await gym.session({ service: await service([mailDayBefore]), inHours: 20 });
  const bookingId = await booked(sessionId);
  expect(await pass()).toBe(1);
  await moveTo(sessionId, bookingId, gym.hours(72));
  expect(await pass()).toBe(0);
  later(48.01);
  expect(await pass()).toBe(1);
  await moveTo(sessionId, bookingId, gym.hours(5));
  expect(await pass()).toBe(1);
  expect(await pass()).toBe(0);
  expect(new Set((await orders()).map(({ startDate }) => startDate)).size).toBe(3);
});

test("each course session has a reminder, but a requested text message is sent only for the first", async () => {
  const course = await service([mailDayBefore], "COURSE");
  const dates = [
    await gym.session({ service: course, inHours: 30 }),
    await gym.session({ service: course, inHours: 54 }),
  ];
  expect(dates).toHaveLength(2);
  const bookingId = newId();
  const long = gym.hours(-200);
  await gym.db
    .insertInto("booking")
    .values({
      siteId: gym.siteId,
      id: bookingId,
      status: "CONFIRMED",
      serviceId: course.id,
      scheduleId: course.scheduleId,
      sessionId: null,
      placesId: course.scheduleId,
      totalParticipants: 1,
      startDate: gym.hours(30),
      endDate: gym.hours(55),
      bookedEntity: "{}",
      contactEmail: "ona@example.lt",
      contactDetails: JSON.stringify({ phone: "+37061234567" }),
      smsReminder: true,
      createdDate: long,
      updatedDate: long,
    })
    .execute();
  later(6.01);
  expect(await pass()).toBe(2);
  later(24);
  expect(await pass()).toBe(1);
  expect((await orders()).map(({ startDate }) => startDate)).toHaveLength(2);
  expect(await orders("sms")).toHaveLength(1);
});

test("concurrent and restarted processes send each reminder once", async () => {
  const sessionId = await gym.session({ service: await service([mailDayBefore]), inHours: 20, capacity: 1000 });
  const one = await booked(sessionId);
  await sql`
    insert into booking (site_id, id, status, service_id, schedule_id, session_id, places_id, total_participants, start_date,
      end_date, booked_entity, contact_email, created_date, updated_date)
    select site_id, gen_random_uuid(), status, service_id, schedule_id, session_id, places_id, 1, start_date, end_date,
      booked_entity, contact_email, created_date, updated_date
    from booking, generate_series(1, 499) where id = ${one}`.execute(gym.db);
  const elsewhere = reminderTask(gym.otherProcessContext());
  const reminded = await Promise.all([pass(), elsewhere.pass(), pass(), elsewhere.pass()]);
  await reminderTask(gym.context).pass();
  expect(reminded.reduce((sum, each) => sum + each, 0)).toBe(500);
  const all = (await orders()).map(({ bookingId }) => bookingId);
  expect([all.length, new Set(all).size]).toEqual([500, 500]);
});

test("recording and requesting a reminder happen in one transaction", async () => {
  const sessionId = await gym.session({ service: await service([mailDayBefore]), inHours: 20 });
  await booked(sessionId);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no outbox'; end $$`.execute(
    gym.db,
  );
  await sql`create trigger refuse before insert on outbox for each row execute function refuse()`.execute(gym.db);
  await expect(pass()).rejects.toThrow("no outbox");
  expect(await gym.db.selectFrom("reminder").selectAll().execute()).toEqual([]);
  await sql`drop trigger refuse on outbox`.execute(gym.db);
  expect(await pass()).toBe(1);
});

test("the reminder task runs in the background and rereads the rules when a service changes", async () => {
  const of = await service([]);
  await booked(await gym.session({ service: of, inHours: 20 }));
  const task = reminderTask(gym.context);
  expect(await task.pass()).toBe(0);
  const background = createBackground(gym.context, [task]);
  await background.start();
  try {
    await gym.db
      .updateTable("service")
      .set({ extra: JSON.stringify({ reminders: [mailDayBefore] }) })
      .where("id", "=", of.id)
      .execute();
    gym.context.changes.publish("services");
    await background.drain();
    expect(await orders()).toHaveLength(1);
  } finally {
    await background.stop();
  }
});

test("finding due reminders reads no rows of past bookings", async () => {
  const sessionId = await gym.session({ service: await service([mailDayBefore]), inHours: 20 });
  const one = await booked(sessionId);
  const read = await rowsRead(gym, {
    fill: (db) =>
      sql`
        insert into booking (site_id, id, status, service_id, schedule_id, session_id, places_id, total_participants, start_date,
          end_date, booked_entity, contact_email, created_date, updated_date)
        select site_id, gen_random_uuid(), status, service_id, schedule_id, session_id, places_id, 1,
          start_date - make_interval(hours => 24 + n), end_date, booked_entity, contact_email, created_date, updated_date
        from booking, generate_series(1, 20000) n where id = ${one}`.execute(db),
    work: async (db) => expect(await reminderTask({ ...gym.context, db }).pass()).toBe(1),
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(1000);
});
