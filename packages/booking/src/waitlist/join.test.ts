import { newId } from "@uola/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { atGym } from "../testing.ts";
import { createWaitlistGym, refused } from "./waitlist.testing.ts";

const gym = await createWaitlistGym();
const { templates, actions } = gym;
afterAll(() => gym.testGym.close());
beforeEach(() => gym.resetClock());

test("joining the waiting list creates a booking and an entry with a position, and sends a mail", async () => {
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

test("a session with capacity 0 has a waiting list", async () => {
  const sessionId = await gym.session(0);
  expect((await gym.waits({ sessionId })).entry).toMatchObject({ position: 1, ahead: 0 });
  await gym.pass();
  expect(await gym.placesOf(sessionId)).toMatchObject({ capacity: 0, held: 0 });
});

test("a course has its own waiting list", async () => {
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

test("a party that fits into the free places cannot join the waiting list", async () => {
  const sessionId = await gym.session(2);
  await expect(gym.waits({ sessionId }, 2)).rejects.toMatchObject(refused("PLACES_AVAILABLE", { openSpots: 2 }));
  expect((await gym.waits({ sessionId }, 3)).entry.position).toBe(1);
  // Three people are waiting and do not fit into two places, so the two places can be booked.
  await expect(gym.waits({ sessionId }, 2)).rejects.toMatchObject(refused("PLACES_AVAILABLE"));
  expect((await gym.books({ sessionId }, 2)).booking.status).toBe("CONFIRMED");
});

test("a person can join a waiting list only once: as visitor, as member or by email address", async () => {
  const sessionId = await gym.session(0);
  const { person } = await gym.waits({ sessionId });
  await expect(person.waitlist.join(gym.input({ sessionId }))).rejects.toMatchObject(refused("ALREADY_ON_WAITLIST"));
  const sameAddress = gym.input({ sessionId }, 1, gym.service, "ALDONA@example.lt");
  await gym.visitor().waitlist.join(sameAddress);
  await expect(gym.visitor().waitlist.join(sameAddress)).rejects.toMatchObject(refused("ALREADY_ON_WAITLIST"));
  const { token } = await gym.testGym.member();
  await gym.testGym.as(token).waitlist.join(gym.input({ sessionId }));
  await expect(gym.testGym.as(token).waitlist.join(gym.input({ sessionId }))).rejects.toMatchObject(
    refused("ALREADY_ON_WAITLIST"),
  );
  const elsewhere = await gym.session(0);
  expect((await person.waitlist.join(gym.input({ sessionId: elsewhere }))).entry.position).toBe(1);
});

test("fifty concurrent joins each get one distinct position", async () => {
  const sessionId = await gym.session(0);
  const joined = await Promise.all(Array.from({ length: 50 }, () => gym.waits({ sessionId })));
  const { entries } = await gym.owner.waitlist.query({ sessionId });
  expect(entries.map(({ entry }) => entry.position)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  expect(new Set(entries.map(({ entry }) => entry.id))).toEqual(new Set(joined.map(({ entryId }) => entryId)));
});

test("rejects joining if there is no waiting list, the list is full, it is too late, or the session is canceled or started", async () => {
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

test("a person whom the owner adds to the waiting list gets a mail only on request", async () => {
  const sessionId = await gym.session(0);
  const { booking } = await gym.owner.waitlist.join(gym.input({ sessionId }));
  expect(await templates(booking.id)).toEqual([]);
  const told = { notifyParticipants: true, message: "Paskambinsime." };
  const second = await gym.owner.waitlist.join({ ...gym.input({ sessionId }), participantNotification: told });
  expect(await gym.mailsOf(second.booking.id)).toMatchObject([{ template: "waitlist-joined", message: told.message }]);
});
