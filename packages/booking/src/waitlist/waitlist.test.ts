import { newId } from "@uola/database";
import { createBackground } from "@uola/kernel";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { atGym, bookingParts } from "../testing.ts";
import { createWaitlistGym, type WaitlistGym } from "./testing.ts";
import { createWaitingList, waitlistOfferTask } from "./waitlist.ts";

let gym: WaitlistGym;
beforeAll(async () => {
  gym = await createWaitlistGym();
});
afterAll(() => gym.testGym.close());
beforeEach(() => {
  gym.testGym.clock.now = new Date("2026-09-01T09:00:00Z");
});

const refused = (code: string, data: object = {}, status = 409) => ({
  status,
  code,
  data: expect.objectContaining(data),
});
const missing = { status: 404, code: "WAITLIST_ENTRY_NOT_FOUND" };
const later = (minutes: number) => {
  gym.testGym.clock.now = new Date(gym.testGym.clock.now.getTime() + minutes * 60_000);
};
const templates = async (bookingId: string) => (await gym.mailsOf(bookingId)).map(({ template }) => template);
const actions = async (bookingId: string) => (await gym.trailOf(bookingId)).map(({ action }) => action);
const statusOf = async (bookingId: string) => {
  const booking = gym.testGym.db.selectFrom("booking").select("status").where("id", "=", bookingId);
  return (await booking.executeTakeFirst())?.status;
};
/** A full session of one place, somebody who waits for it, and the place offered to them. */
async function offered() {
  const sessionId = await gym.session(1);
  const first = await gym.books({ sessionId });
  const second = await gym.waits({ sessionId });
  const third = await gym.waits({ sessionId });
  await gym.cancels(first);
  await gym.pass();
  return { sessionId, first, second, third };
}

describe("joining", () => {
  test("joining makes a waiting booking and an entry with a position, and sends a mail", async () => {
    const sessionId = await gym.session(1);
    await gym.books({ sessionId });
    await gym.waits({ sessionId }, 3);
    const { entry, booking, person } = await gym.waits({ sessionId }, 2);
    expect(booking).toMatchObject({ status: "WAITING_LIST", totalParticipants: 2, revision: "1" });
    expect(entry).toMatchObject({ state: "WAITING", position: 2, ahead: 3, bookingId: booking.id, sessionId });
    expect(entry.title).toBe("Įvadas į boulderingą");
    expect(await gym.mailsOf(booking.id)).toMatchObject([
      { template: "waitlist-joined", entryId: entry.id, revision: 1, language: "lt" },
    ]);
    expect(await actions(booking.id)).toEqual(["booking.create", "waitlist.join"]);
    expect((await person.waitlist.mine({})).entries).toEqual([entry]);
    expect((await gym.visitor().waitlist.mine({})).entries).toEqual([]);
    expect(await gym.placesOf(sessionId)).toMatchObject({ taken: 1, held: 0, waitingMin: 2 });
    const slugs = await gym.testGym.db.selectFrom("event").select("slug").where("entityId", "=", booking.id).execute();
    expect(slugs).toEqual([{ slug: "created" }]);
  });

  test("a session with capacity 0 has a list of those interested", async () => {
    const sessionId = await gym.session(0);
    expect((await gym.waits({ sessionId })).entry).toMatchObject({ position: 1, ahead: 0 });
    await gym.pass();
    expect(await gym.placesOf(sessionId)).toMatchObject({ capacity: 0, held: 0 });
  });

  test("a course has a waiting list of its own", async () => {
    const course = await gym.testGym.service({
      type: "COURSE",
      defaultCapacity: 1,
      policyId: gym.policyId,
      payment: atGym,
    });
    await gym.testGym.session({ service: course, inHours: 240 });
    await gym.testGym.session({ service: course, inHours: 408 });
    const { scheduleId } = course;
    const booked = await gym.books({ scheduleId }, 1, course);
    const { entry, person, entryId } = await gym.waits({ scheduleId }, 1, course);
    expect(entry).toMatchObject({ startDate: gym.testGym.hours(240), endDate: gym.testGym.hours(409), position: 1 });
    expect(entry.sessionId).toBeNull();
    await gym.cancels(booked);
    await gym.pass();
    expect((await person.waitlist.accept({ entryId })).booking.status).toBe("CONFIRMED");
  });

  test("a party for which places are free cannot join", async () => {
    const sessionId = await gym.session(2);
    await expect(gym.waits({ sessionId }, 2)).rejects.toMatchObject(refused("PLACES_AVAILABLE", { openSpots: 2 }));
    expect((await gym.waits({ sessionId }, 3)).entry.position).toBe(1);
    // Three wait and do not fit into two: two are free to book.
    await expect(gym.waits({ sessionId }, 2)).rejects.toMatchObject(refused("PLACES_AVAILABLE"));
    expect((await gym.books({ sessionId }, 2)).booking.status).toBe("CONFIRMED");
  });

  test("a person waits once: as visitor, as member, by address", async () => {
    const sessionId = await gym.session(0);
    const { person } = await gym.waits({ sessionId });
    await expect(person.waitlist.join(gym.wish({ sessionId }))).rejects.toMatchObject(refused("ALREADY_ON_WAITLIST"));
    const sameAddress = gym.wish({ sessionId }, 1, gym.service, "ALDONA@example.lt");
    await gym.visitor().waitlist.join(sameAddress);
    await expect(gym.visitor().waitlist.join(sameAddress)).rejects.toMatchObject(refused("ALREADY_ON_WAITLIST"));
    const { token } = await gym.testGym.member();
    await gym.testGym.as(token).waitlist.join(gym.wish({ sessionId }));
    await expect(gym.testGym.as(token).waitlist.join(gym.wish({ sessionId }))).rejects.toMatchObject(
      refused("ALREADY_ON_WAITLIST"),
    );
    const elsewhere = await gym.session(0);
    expect((await person.waitlist.join(gym.wish({ sessionId: elsewhere }))).entry.position).toBe(1);
  });

  test("fifty who join at once have one order, each once", async () => {
    const sessionId = await gym.session(0);
    const joined = await Promise.all(Array.from({ length: 50 }, () => gym.waits({ sessionId })));
    const { entries } = await gym.owner.waitlist.query({ sessionId });
    expect(entries.map(({ entry }) => entry.position)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(new Set(entries.map(({ entry }) => entry.id))).toEqual(new Set(joined.map(({ entryId }) => entryId)));
  });

  test("joining is refused without a policy, when full, too late, and for a canceled or started session", async () => {
    const { testGym } = gym;
    const plain = await testGym.service();
    const sessionId = await testGym.session({ service: plain, capacity: 0, inHours: 48 });
    await expect(gym.waits({ sessionId }, 1, plain)).rejects.toMatchObject(refused("WAITLIST_DISABLED"));

    const small = await testGym.service({
      policyId: await testGym.policy({ waitlistPolicy: { enabled: true, capacity: 1 } }),
    });
    const tiny = { sessionId: await testGym.session({ service: small, capacity: 0 }) };
    await gym.waits(tiny, 1, small);
    await expect(gym.waits(tiny, 1, small)).rejects.toMatchObject(refused("WAITLIST_FULL"));

    const limitLateBookingPolicy = { enabled: true, latestBookingInMinutes: 600 };
    const bookAfterStartPolicy = { enabled: true };
    const waitlistPolicy = { enabled: true };
    const late = await testGym.service({
      policyId: await testGym.policy({ waitlistPolicy, limitLateBookingPolicy }),
    });
    const soon = { sessionId: await testGym.session({ service: late, capacity: 0, inHours: 5 }) };
    const tooLate = refused("BOOKING_POLICY_VIOLATION", { tooLateToBook: true });
    await expect(gym.waits(soon, 1, late)).rejects.toMatchObject(tooLate);

    const after = await testGym.service({ policyId: await testGym.policy({ waitlistPolicy, bookAfterStartPolicy }) });
    const begun = { sessionId: await testGym.session({ service: after, capacity: 0, inHours: -0.5 }) };
    await expect(gym.waits(begun, 1, after)).rejects.toMatchObject(tooLate);

    await expect(gym.waits({ sessionId: newId() })).rejects.toMatchObject(refused("SESSION_NOT_FOUND", {}, 404));
    await expect(gym.waits({ scheduleId: newId() })).rejects.toMatchObject(refused("SCHEDULE_NOT_FOUND", {}, 404));
    const closed = await gym.session(0);
    await testGym.db.deleteFrom("places").where("id", "=", closed).execute();
    await expect(gym.waits({ sessionId: closed })).rejects.toMatchObject(refused("SLOT_NOT_AVAILABLE"));
  });

  test("the owner adds a person, who gets a mail only on request", async () => {
    const sessionId = await gym.session(0);
    const { booking } = await gym.owner.waitlist.join(gym.wish({ sessionId }));
    expect(await templates(booking.id)).toEqual([]);
    const told = { notifyParticipants: true, message: "Paskambinsime." };
    const second = await gym.owner.waitlist.join({ ...gym.wish({ sessionId }), participantNotification: told });
    expect(await gym.mailsOf(second.booking.id)).toMatchObject([
      { template: "waitlist-joined", message: told.message },
    ]);
  });
});

describe("an offer", () => {
  test("an offer holds the place for the first; others are refused, and the rest moves up", async () => {
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

  test("nobody books between a place becoming free and its offer", async () => {
    const sessionId = await gym.session(1);
    const booked = await gym.books({ sessionId });
    await gym.waits({ sessionId });
    await gym.cancels(booked);
    await expect(gym.books({ sessionId })).rejects.toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED" });
  });

  test("accepting confirms the booking with the held place; accepting twice answers the same", async () => {
    const { sessionId, second } = await offered();
    const { entry, booking } = await second.person.waitlist.accept({ entryId: second.entryId });
    expect([entry.state, booking.status, booking.revision]).toEqual(["ACCEPTED", "CONFIRMED", "2"]);
    expect(await gym.placesOf(sessionId)).toMatchObject({ taken: 1, held: 0 });
    expect(await second.person.waitlist.accept({ entryId: second.entryId })).toEqual({ entry, booking });
    expect((await templates(booking.id)).at(-1)).toBe("booking-confirmed");
    expect(await actions(booking.id)).toEqual([
      "booking.create",
      "waitlist.join",
      "waitlist.offer",
      "booking.confirm",
      "waitlist.accept",
    ]);
    await expect(second.person.waitlist.decline({ entryId: second.entryId })).rejects.toMatchObject(
      refused("NOT_OFFERED"),
    );
    expect((await second.person.waitlist.leave({ entryId: second.entryId })).entry.state).toBe("ACCEPTED");
  });

  test("an offer accepted twice at once is accepted once", async () => {
    const { sessionId, second } = await offered();
    const key = await gym.links.keyOf(second.entryId);
    const tries = Array.from({ length: 6 }, (_, i) =>
      i % 2
        ? second.person.waitlist.accept({ entryId: second.entryId })
        : gym.visitor().waitlist.answerByLink({ key, answer: "ACCEPT" }),
    );
    for (const { entry } of await Promise.all(tries)) expect(entry.state).toBe("ACCEPTED");
    expect(await gym.placesOf(sessionId)).toMatchObject({ taken: 1, held: 0 });
  });

  test("a declined place goes to the next", async () => {
    const { sessionId, second, third } = await offered();
    const { entry } = await second.person.waitlist.decline({ entryId: second.entryId });
    expect(entry.state).toBe("DECLINED");
    expect(await statusOf(second.booking.id)).toBe("CANCELED");
    expect(await templates(second.booking.id)).toEqual(["waitlist-joined", "waitlist-offer"]);
    expect((await second.person.waitlist.decline({ entryId: second.entryId })).entry).toEqual(entry);
    await gym.pass();
    expect(await gym.entryOf(third.entryId)).toMatchObject({ state: "OFFERED" });
    expect(await gym.placesOf(sessionId)).toMatchObject({ held: 1, waitingMin: null });
  });

  test("an expired offer cannot be accepted, even before the task ran; then the next gets it", async () => {
    const { second, third } = await offered();
    gym.testGym.clock.now = new Date("2026-09-02T19:00:00Z");
    const { entryId, person } = second;
    await expect(person.waitlist.accept({ entryId })).rejects.toMatchObject(refused("OFFER_EXPIRED"));
    await gym.pass();
    expect(await gym.entryOf(entryId)).toMatchObject({ state: "LAPSED" });
    expect(await statusOf(second.booking.id)).toBe("CANCELED");
    expect((await templates(second.booking.id)).slice(2)).toEqual(["waitlist-lapsed"]);
    // It was ten in the evening.
    gym.testGym.clock.now = new Date("2026-09-03T05:00:00Z");
    await gym.pass();
    expect(await gym.entryOf(third.entryId)).toMatchObject({ state: "OFFERED" });
    await expect(person.waitlist.accept({ entryId })).rejects.toMatchObject(refused("OFFER_EXPIRED"));
    await expect(person.waitlist.decline({ entryId })).rejects.toMatchObject(refused("NOT_OFFERED"));
  });

  test("an offer is open as long as the policy says, and at most until the start", async () => {
    const waitlistPolicy = { enabled: true, reservationTimeInMinutes: 90 };
    const service = await gym.testGym.service({ policyId: await gym.testGym.policy({ waitlistPolicy }) });
    for (const [inHours, minutes] of [
      [240, 90],
      [1, 60],
    ] as const) {
      const sessionId = await gym.testGym.session({ service, capacity: 1, inHours });
      const booked = await gym.owner.bookings.create(gym.wish({ sessionId }, 1, service));
      const { entryId } = await gym.waits({ sessionId }, 1, service);
      const { id: bookingId, revision } = booked.booking;
      await gym.owner.bookings.cancel({ bookingId, revision, flowControlSettings: { ignoreCancellationPolicy: true } });
      await gym.pass();
      expect((await gym.entryOf(entryId)).offerExpiresDate).toEqual(gym.testGym.hours(minutes / 60));
    }
  });

  test("no offer is made at night, and the place stays reserved until the morning", async () => {
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
  ])("%i free for parties of %j: asked are %j", async (free, parties, asked) => {
    const sessionId = await gym.session(free);
    const booked = await gym.books({ sessionId }, free);
    const line = [];
    for (const size of parties) line.push(await gym.waits({ sessionId }, size));
    await gym.cancels(booked);
    await Promise.all([gym.pass(), gym.pass(), gym.pass()]);
    const states = await Promise.all(line.map(({ entryId }) => gym.entryOf(entryId)));
    expect(states.flatMap(({ state }, index) => (state === "OFFERED" ? [index] : []))).toEqual(asked);
    const held = asked.reduce((sum, index) => sum + (parties[index] ?? 0), 0);
    expect(await gym.placesOf(sessionId)).toMatchObject({ taken: 0, held });
  });

  test("an offer is not made when its mail cannot be written", async () => {
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
});

describe("leaving", () => {
  test("leaving sends no mail and moves up the rest; leaving again changes nothing", async () => {
    const sessionId = await gym.session(0);
    const { person, entryId, booking } = await gym.waits({ sessionId });
    const next = await gym.waits({ sessionId });
    const { entry } = await person.waitlist.leave({ entryId });
    expect(entry.state).toBe("LEFT");
    expect((await person.waitlist.leave({ entryId })).entry).toEqual(entry);
    expect(await statusOf(booking.id)).toBe("CANCELED");
    expect(await templates(booking.id)).toEqual(["waitlist-joined"]);
    expect(await gym.entryOf(next.entryId)).toMatchObject({ position: 1 });
    await expect(person.waitlist.accept({ entryId })).rejects.toMatchObject(refused("NOT_OFFERED", { state: "LEFT" }));
    expect((await person.waitlist.join(gym.wish({ sessionId }))).entry.position).toBe(2);
  });

  test("leaving with an offer gives the place to the next", async () => {
    const { second, third } = await offered();
    await second.person.waitlist.leave({ entryId: second.entryId });
    await gym.pass();
    expect(await gym.entryOf(third.entryId)).toMatchObject({ state: "OFFERED" });
  });

  test("another person's entry is not found", async () => {
    const sessionId = await gym.session(0);
    const { entryId } = await gym.waits({ sessionId });
    const { waitlist } = gym.visitor();
    for (const answer of ["accept", "decline", "leave"] as const) {
      await expect(waitlist[answer]({ entryId })).rejects.toMatchObject(missing);
      await expect(waitlist[answer]({ entryId: newId() })).rejects.toMatchObject(missing);
    }
    await expect(gym.owner.waitlist.accept({ entryId })).rejects.toMatchObject(refused("NOT_OFFERED"));
    await expect(gym.owner.waitlist.decline({ entryId })).rejects.toMatchObject(refused("NOT_OFFERED"));
  });
});

describe("by link", () => {
  test("a link reads and answers without a sign-in, and shows no names", async () => {
    const { second } = await offered();
    const key = await gym.links.keyOf(second.entryId);
    const ask = (init: RequestInit = {}) => gym.testGym.ask(`/v1/waitlist/by-link/${key}`, init);
    const { status, text } = await ask({ method: "GET" });
    expect(status).toBe(200);
    expect(text).not.toMatch(/Ona|@|example/);
    const accepted = await ask({ body: JSON.stringify({ answer: "ACCEPT" }) });
    expect(accepted.body).toMatchObject({ entry: { state: "ACCEPTED" } });
    expect(Object.keys(accepted.body)).toEqual(["entry"]);
    expect(await statusOf(second.booking.id)).toBe("CONFIRMED");
    expect((await templates(second.booking.id)).at(-1)).toBe("booking-confirmed");
  });

  test("a link declines and leaves", async () => {
    const { second, third } = await offered();
    const { waitlist } = gym.visitor();
    const of = async (entryId: string) => ({ key: await gym.links.keyOf(entryId) });
    expect((await waitlist.answerByLink({ ...(await of(second.entryId)), answer: "DECLINE" })).entry.state).toBe(
      "DECLINED",
    );
    expect((await waitlist.answerByLink({ ...(await of(third.entryId)), answer: "LEAVE" })).entry.state).toBe("LEFT");
    await expect(waitlist.answerByLink({ ...(await of(third.entryId)), answer: "ACCEPT" })).rejects.toMatchObject(
      refused("NOT_OFFERED"),
    );
  });

  test("a key opens only its own entry", async () => {
    const { second, third } = await offered();
    const [own, other] = await Promise.all([gym.links.keyOf(second.entryId), gym.links.keyOf(third.entryId)]);
    const proof = other.split(".")[1];
    const wrong = [
      `${second.entryId}.${proof}`,
      `${own.slice(0, -1)}${own.endsWith("A") ? "B" : "A"}`,
      `${own}A`,
      `${newId()}.${proof}`,
      "x".repeat(20),
      `${second.entryId}.`,
    ];
    for (const key of wrong) {
      await expect(gym.visitor().waitlist.readByLink({ key })).rejects.toMatchObject(missing);
      await expect(gym.visitor().waitlist.answerByLink({ key, answer: "LEAVE" })).rejects.toMatchObject(missing);
    }
    expect(await gym.entryOf(second.entryId)).toMatchObject({ state: "OFFERED" });
  });
});

describe("the owner", () => {
  test("the owner moves a party to another position, and the reason is stored", async () => {
    const sessionId = await gym.session(0);
    const line = [await gym.waits({ sessionId }), await gym.waits({ sessionId }, 2), await gym.waits({ sessionId })];
    const [, , last] = line as [unknown, unknown, (typeof line)[0]];
    const reason = "Brolis jau lanko";
    const { entry } = await gym.owner.waitlist.move({ entryId: last.entryId, position: 1, reason });
    expect(entry).toMatchObject({ position: 1, ahead: 0 });
    const order = async () => (await gym.owner.waitlist.query({ sessionId })).entries.map(({ entry }) => entry.id);
    const [a, b, c] = line.map(({ entryId }) => entryId) as [string, string, string];
    expect(await order()).toEqual([c, a, b]);
    await gym.owner.waitlist.move({ entryId: c, position: 2, reason });
    expect(await order()).toEqual([a, c, b]);
    await gym.owner.waitlist.move({ entryId: a, position: 99, reason });
    expect(await order()).toEqual([c, b, a]);
    const trail = (await gym.trailOf(last.booking.id)).filter(({ action }) => action === "waitlist.move");
    expect(trail).toMatchObject([
      { reason, before: { position: 3 } },
      { reason, before: { position: 1 } },
    ]);
  });

  test("without room between two ranks the list is numbered anew, in the same order", async () => {
    const sessionId = await gym.session(0);
    const line: string[] = [];
    for (let i = 0; i < 4; i++) line.push((await gym.waits({ sessionId })).entryId);
    const [a, b, c, d] = line as [string, string, string, string];
    const ranks = gym.testGym.db.updateTable("waitlistEntry").set({ rank: 1 + 1e-9 });
    await ranks.where("id", "=", b).execute();
    await gym.owner.waitlist.move({ entryId: d, position: 2, reason: "Brolis jau lanko" });
    const { entries } = await gym.owner.waitlist.query({ sessionId });
    expect(entries.map(({ entry }) => [entry.id, entry.position])).toEqual([
      [a, 1],
      [d, 2],
      [b, 3],
      [c, 4],
    ]);
    const kept = gym.testGym.db.selectFrom("waitlistEntry").select("rank").where("placesId", "=", sessionId);
    expect((await kept.orderBy("rank").execute()).map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  });

  test("the owner offers out of turn, at night too, if places are free", async () => {
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

  test("when the owner confirms, declines or cancels the booking, the entry and its hold follow", async () => {
    const moved = async (move: "confirm" | "decline" | "cancel") => {
      const { sessionId, second, third } = await offered();
      const { id: bookingId, revision } = second.booking;
      await gym.owner.bookings[move]({ bookingId, revision });
      await gym.pass();
      return [
        (await gym.entryOf(second.entryId)).state,
        await statusOf(bookingId),
        (await gym.entryOf(third.entryId)).state,
        await gym.placesOf(sessionId),
      ];
    };
    expect(await moved("confirm")).toMatchObject(["ACCEPTED", "CONFIRMED", "WAITING", { taken: 1, held: 0 }]);
    expect(await moved("decline")).toMatchObject(["DECLINED", "DECLINED", "OFFERED", { taken: 0, held: 1 }]);
    expect(await moved("cancel")).toMatchObject(["LEFT", "CANCELED", "OFFERED", { taken: 0, held: 1 }]);
  });

  test("the owner reads who waits, with their bookings, and past entries on request", async () => {
    const { sessionId, second, third } = await offered();
    await second.person.waitlist.decline({ entryId: second.entryId });
    const live = (await gym.owner.waitlist.query({ sessionId })).entries;
    expect(live.map(({ entry }) => entry.id)).toEqual([third.entryId]);
    expect(live[0]?.booking).toMatchObject({ id: third.booking.id, contactDetails: { firstName: "Ona" } });
    const all = (await gym.owner.waitlist.query({ sessionId, ended: true })).entries;
    expect(all.map(({ entry }) => entry.state).sort()).toEqual(["DECLINED", "WAITING"]);
    const everywhere = (await gym.owner.waitlist.query({ limit: 500 })).entries.map(({ entry }) => entry.id);
    expect(everywhere).toContain(third.entryId);
    later(60 * 24 * 30);
    expect((await gym.owner.waitlist.query({ limit: 500 })).entries).toEqual([]);
  });
});

describe("the end", () => {
  test("what has begun closes its list without a mail, with its offers", async () => {
    const { sessionId, second, third } = await offered();
    gym.testGym.clock.now = gym.testGym.hours(240);
    await expect(second.person.waitlist.accept({ entryId: second.entryId })).rejects.toMatchObject(
      refused("OFFER_EXPIRED"),
    );
    const reason = "per vėlai";
    await expect(gym.owner.waitlist.offer({ entryId: third.entryId, reason })).rejects.toMatchObject(
      refused("NOT_WAITING"),
    );
    await gym.pass();
    for (const { entryId, booking } of [second, third]) {
      expect(await gym.entryOf(entryId)).toMatchObject({ state: "CLOSED" });
      expect(await statusOf(booking.id)).toBe("CANCELED");
      expect(await templates(booking.id)).not.toContain("waitlist-closed");
    }
    expect(await gym.placesOf(sessionId)).toMatchObject({ held: 0, waitingMin: null });
  });

  test.each([true, false])("a canceled session closes its list, with a mail if requested: %s", async (notify) => {
    const { sessionId, second, third } = await offered();
    const participantNotification = { notifyParticipants: notify, message: "Siena remontuojama." };
    await gym.owner.schedules.cancelSession({ sessionId, participantNotification });
    for (const { entryId, booking } of [second, third]) {
      expect(await gym.entryOf(entryId)).toMatchObject({ state: "CLOSED" });
      expect(await statusOf(booking.id)).toBe("CANCELED");
      const mails = (await gym.mailsOf(booking.id)).filter(({ template }) => !/joined|offer/.test(String(template)));
      const closed = { template: "waitlist-closed", entryId, message: participantNotification.message };
      expect(mails).toMatchObject(notify ? [closed] : []);
    }
    expect(await gym.testGym.db.selectFrom("hold").select("id").where("placesId", "=", sessionId).execute()).toEqual(
      [],
    );
    await expect(gym.waits({ sessionId })).rejects.toMatchObject(refused("SLOT_NOT_AVAILABLE"));
  });

  test.each(["CLASS", "COURSE"] as const)(
    "a deleted %s closes its line, who waits and who is offered a place",
    async (type) => {
      const service = await gym.testGym.service({ type, defaultCapacity: 1, policyId: gym.policyId, payment: atGym });
      const sessionId = await gym.testGym.session({ service, capacity: 1, inHours: 240 });
      const target = type === "COURSE" ? { scheduleId: service.scheduleId } : { sessionId };
      const booked = await gym.books(target, 1, service);
      const [second, third] = [await gym.waits(target, 1, service), await gym.waits(target, 1, service)];
      await gym.cancels(booked);
      await gym.pass();
      expect(await gym.entryOf(second.entryId)).toMatchObject({ state: "OFFERED" });
      const participantNotification = { notifyParticipants: true };
      await gym.owner.services.delete({ serviceId: service.id, participantNotification });
      for (const { entryId, booking } of [second, third]) {
        expect(await gym.entryOf(entryId)).toMatchObject({ state: "CLOSED" });
        expect(await statusOf(booking.id)).toBe("CANCELED");
        expect(await templates(booking.id)).toContain("waitlist-closed");
      }
      expect(await gym.placesOf(type === "COURSE" ? service.scheduleId : sessionId)).toBeUndefined();
      await expect(second.person.waitlist.accept({ entryId: second.entryId })).rejects.toMatchObject(
        refused("NOT_OFFERED"),
      );
    },
  );
});

describe("while the platform is open", () => {
  test("the task offers a place soon after it becomes free", async () => {
    const sessionId = await gym.session(1);
    const booked = await gym.books({ sessionId });
    const { entryId } = await gym.waits({ sessionId });
    const { context } = gym.testGym;
    const waitingList = createWaitingList(context, bookingParts(context).bookingServices);
    const work = createBackground(context, [waitlistOfferTask(waitingList)]);
    await work.start();
    await gym.cancels(booked);
    await expect.poll(async () => (await gym.entryOf(entryId)).state, { timeout: 5000 }).toBe("OFFERED");
    await work.stop();
  });

  test("a failure at one place delays no other waiting list", async () => {
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
});
