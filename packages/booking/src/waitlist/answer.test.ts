import { newId } from "@uola/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createWaitlistGym, missing, refused } from "./waitlist.testing.ts";

const gym = await createWaitlistGym();
const { templates, actions, statusOf, offered } = gym;
afterAll(() => gym.testGym.close());
beforeEach(() => gym.resetClock());

test("accepting an offer twice confirms the booking once and returns the same response", async () => {
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

test("an offer accepted several times concurrently is accepted once", async () => {
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

test("offers a declined place to the next party on the waiting list", async () => {
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

test("an expired offer cannot be accepted, even before the task has run; the next party then gets it", async () => {
  const { second, third } = await offered();
  gym.testGym.clock.now = new Date("2026-09-02T19:00:00Z");
  const { entryId, person } = second;
  await expect(person.waitlist.accept({ entryId })).rejects.toMatchObject(refused("OFFER_EXPIRED"));
  await gym.pass();
  expect(await gym.entryOf(entryId)).toMatchObject({ state: "LAPSED" });
  expect(await statusOf(second.booking.id)).toBe("CANCELED");
  expect((await templates(second.booking.id)).slice(2)).toEqual(["waitlist-lapsed"]);
  // The offer expired at ten in the evening, during quiet hours.
  gym.testGym.clock.now = new Date("2026-09-03T05:00:00Z");
  await gym.pass();
  expect(await gym.entryOf(third.entryId)).toMatchObject({ state: "OFFERED" });
  await expect(person.waitlist.accept({ entryId })).rejects.toMatchObject(refused("OFFER_EXPIRED"));
  await expect(person.waitlist.decline({ entryId })).rejects.toMatchObject(refused("NOT_OFFERED"));
});

test("leaving the waiting list sends no mail, moves the others up and is idempotent", async () => {
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
  expect((await person.waitlist.join(gym.input({ sessionId }))).entry.position).toBe(2);
});

test("leaving the waiting list with an open offer passes the place to the next party", async () => {
  const { second, third } = await offered();
  await second.person.waitlist.leave({ entryId: second.entryId });
  await gym.pass();
  expect(await gym.entryOf(third.entryId)).toMatchObject({ state: "OFFERED" });
});

test("returns 404 for another person's waiting-list entry", async () => {
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

test("a waiting-list link works without a sign-in and reveals no names", async () => {
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

test("a waiting-list link can decline an offer and leave the list", async () => {
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

test("a waiting-list link key gives access to its own entry only", async () => {
  const { second, third } = await offered();
  const [own, other] = await Promise.all([gym.links.keyOf(second.entryId), gym.links.keyOf(third.entryId)]);
  const proof = other.split(".")[1];
  const wrong = [
    `${second.entryId}.${proof}`,
    `${own.slice(0, -1)}${own.endsWith("A") ? "B" : "A"}`,
    `${own}A`,
    `${newId()}.${proof}`,
    "x",
    "x".repeat(201),
    `${second.entryId}.`,
  ];
  for (const key of wrong) {
    await expect(gym.visitor().waitlist.readByLink({ key })).rejects.toMatchObject(missing);
    await expect(gym.visitor().waitlist.answerByLink({ key, answer: "LEAVE" })).rejects.toMatchObject(missing);
  }
  expect(await gym.entryOf(second.entryId)).toMatchObject({ state: "OFFERED" });
});
