import { newId } from "@uola/database";
import { createBackground } from "@uola/kernel";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { bookingParts } from "../testing.ts";
import { createWaitlistGym, missing, refused } from "./waitlist.testing.ts";
import { createWaitingList, waitlistOfferTask } from "./waitlist.ts";

const gym = await createWaitlistGym();
const { templates, offered } = gym;
afterAll(() => gym.testGym.close());
beforeEach(() => gym.resetClock());

test("an offer holds the place for the first party, rejects other bookings and moves the remaining parties up", async () => {
  const { sessionId, second, third } = await offered();
  const entry = await gym.entryOf(second.entryId);
  expect(entry).toMatchObject({ state: "OFFERED", offerExpiresDate: new Date("2026-09-02T19:00:00Z") });
  expect(entry.position).toBeUndefined();
  expect(await gym.entryOf(third.entryId)).toMatchObject({ state: "WAITING", position: 1, ahead: 0 });
  expect(await gym.placesOf(sessionId)).toMatchObject({ taken: 0, held: 1, waitingMin: 1 });
  expect(await templates(second.booking.id)).toEqual(["waitlist-joined", "waitlist-offer"]);
  await expect(gym.books({ sessionId })).rejects.toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED" });
  const [hold] = await gym.testGym.db.selectFrom("hold").selectAll().where("placesId", "=", sessionId).execute();
  expect(hold).toMatchObject({
    state: "OFFER",
    holder: `offer ${second.entryId}`,
    expiresDate: entry.offerExpiresDate,
  });
});

test("a freed place cannot be booked before it is offered to the waiting list", async () => {
  const sessionId = await gym.session(1);
  const booked = await gym.books({ sessionId });
  await gym.waits({ sessionId });
  await gym.cancels(booked);
  await expect(gym.books({ sessionId })).rejects.toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED" });
});

test("an offer is open for the time set in the policy, at most until the start", async () => {
  const waitlistPolicy = { enabled: true, reservationTimeInMinutes: 90 };
  const service = await gym.testGym.service({ policyId: await gym.testGym.policy({ waitlistPolicy }) });
  for (const [inHours, minutes] of [
    [240, 90],
    [1, 60],
  ] as const) {
    const sessionId = await gym.testGym.session({ service, capacity: 1, inHours });
    const booked = await gym.owner.bookings.create(gym.input({ sessionId }, 1, service));
    const { entryId } = await gym.waits({ sessionId }, 1, service);
    const { id: bookingId, revision } = booked.booking;
    await gym.owner.bookings.cancel({ bookingId, revision, flowControlSettings: { ignoreCancellationPolicy: true } });
    await gym.pass();
    expect((await gym.entryOf(entryId)).offerExpiresDate).toEqual(gym.testGym.hours(minutes / 60));
  }
});

test("makes no offer at night and keeps the place reserved until the morning", async () => {
  const sessionId = await gym.session(1);
  const booked = await gym.books({ sessionId });
  const { entryId } = await gym.waits({ sessionId });
  await gym.cancels(booked);
  gym.testGym.clock.now = new Date("2026-09-01T19:00:00Z");
  await gym.pass();
  expect(await gym.entryOf(entryId)).toMatchObject({ state: "WAITING" });
  await expect(gym.books({ sessionId })).rejects.toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED" });
  gym.testGym.clock.now = new Date("2026-09-02T05:00:00Z");
  await gym.pass();
  expect(await gym.entryOf(entryId)).toMatchObject({ state: "OFFERED" });
});

test.each([
  [1, [1, 1], [0]],
  [3, [1, 2, 1], [0, 1]],
  [1, [3, 1], [1]],
  [2, [3, 4], []],
  [4, [2, 3, 1, 1], [0, 2, 3]],
])(
  "with %i free places and parties of %j, the parties at the indexes %j get offers",
  async (free, parties, offeredAt) => {
    const sessionId = await gym.session(free);
    const booked = await gym.books({ sessionId }, free);
    const line = [];
    for (const size of parties) line.push(await gym.waits({ sessionId }, size));
    await gym.cancels(booked);
    await Promise.all([gym.pass(), gym.pass(), gym.pass()]);
    const states = await Promise.all(line.map(({ entryId }) => gym.entryOf(entryId)));
    expect(states.flatMap(({ state }, index) => (state === "OFFERED" ? [index] : []))).toEqual(offeredAt);
    const held = offeredAt.reduce((sum, index) => sum + (parties[index] ?? 0), 0);
    expect(await gym.placesOf(sessionId)).toMatchObject({ taken: 0, held });
  },
);

test("makes no offer when its mail cannot be queued", async () => {
  const { db } = gym.testGym;
  const sessionId = await gym.session(1);
  const booked = await gym.books({ sessionId });
  const { entryId, booking } = await gym.waits({ sessionId });
  await gym.cancels(booked);
  await sql`create function break_mail() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`.execute(
    db,
  );
  await sql`create trigger break_mail before insert on outbox for each row execute function break_mail()`.execute(db);
  await gym.pass();
  expect(await gym.entryOf(entryId)).toMatchObject({ state: "WAITING", position: 1 });
  expect(await gym.placesOf(sessionId)).toMatchObject({ held: 0 });
  await sql`drop trigger break_mail on outbox`.execute(db);
  await gym.pass();
  expect(await gym.entryOf(entryId)).toMatchObject({ state: "OFFERED" });
  expect(await templates(booking.id)).toEqual(["waitlist-joined", "waitlist-offer"]);
});

test("the owner offers free places out of turn, even at night", async () => {
  const sessionId = await gym.session(2);
  const one = await gym.books({ sessionId });
  await gym.books({ sessionId });
  const first = await gym.waits({ sessionId });
  const second = await gym.waits({ sessionId });
  const reason = "Paskambino ir susitarėme";
  const out = (entryId: string) => gym.owner.waitlist.offer({ entryId, reason });
  await expect(out(second.entryId)).rejects.toMatchObject(refused("NO_OPEN_SPOTS"));
  await gym.cancels(one);
  gym.testGym.clock.now = new Date("2026-09-01T20:00:00Z");
  const { entry } = await out(second.entryId);
  expect(entry).toMatchObject({ state: "OFFERED", offerExpiresDate: new Date("2026-09-03T15:00:00Z") });
  expect(await gym.entryOf(first.entryId)).toMatchObject({ state: "WAITING", position: 1 });
  await expect(out(second.entryId)).rejects.toMatchObject(refused("NOT_WAITING", { state: "OFFERED" }));
  await expect(gym.owner.waitlist.move({ entryId: second.entryId, position: 1, reason })).rejects.toMatchObject(
    refused("NOT_WAITING"),
  );
  await expect(out(newId())).rejects.toMatchObject(missing);
  expect((await gym.trailOf(second.booking.id)).find(({ action }) => action === "waitlist.offer")).toMatchObject({
    reason,
  });
});

test("the background task offers a place soon after it becomes free", async () => {
  const sessionId = await gym.session(1);
  const booked = await gym.books({ sessionId });
  const { entryId } = await gym.waits({ sessionId });
  const { context } = gym.testGym;
  const waitingList = createWaitingList(context, bookingParts(context).bookingServices);
  const work = createBackground(context, [waitlistOfferTask(waitingList)]);
  await work.start();
  await gym.cancels(booked);
  await expect.poll(async () => (await gym.entryOf(entryId)).state).toBe("OFFERED");
  await work.stop();
});

test("an error in one waiting list does not delay the others", async () => {
  const { db } = gym.testGym;
  const lines = [];
  for (let i = 0; i < 3; i++) {
    const sessionId = await gym.session(1);
    const booked = await gym.books({ sessionId });
    const { entryId } = await gym.waits({ sessionId });
    await gym.cancels(booked);
    lines.push({ sessionId, entryId });
  }
  const broken = lines[1]?.sessionId as string;
  await sql`create function break_line() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`.execute(
    db,
  );
  await sql`create trigger break_line before insert on hold for each row when (new.places_id = ${sql.lit(broken)}) execute function break_line()`.execute(
    db,
  );
  await gym.pass();
  await sql`drop trigger break_line on hold`.execute(db);
  const states = await Promise.all(lines.map(async ({ entryId }) => (await gym.entryOf(entryId)).state));
  expect(states).toEqual(["OFFERED", "WAITING", "OFFERED"]);
});
