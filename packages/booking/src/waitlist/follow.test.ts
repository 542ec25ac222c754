import { afterAll, beforeEach, expect, test } from "vitest";
import { atGym } from "../testing.ts";
import { createWaitlistGym, refused } from "./waitlist.testing.ts";

const gym = await createWaitlistGym();
const { templates, statusOf, offered } = gym;
afterAll(() => gym.testGym.close());
beforeEach(() => gym.resetClock());

test("the owner's change to a booking also updates its waiting-list entry and hold", async () => {
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

test("a started session closes its waiting list and open offers without a mail", async () => {
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

test.each([true, false])(
  "a canceled session closes its waiting list and sends a mail only if requested: %s",
  async (notify) => {
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
  },
);

test.each(["CLASS", "COURSE"] as const)(
  "a deleted %s closes the entries of waiting parties and of parties with an offer",
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
