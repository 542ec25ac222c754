import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";
import { bookingLinks } from "./by-link.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym();
  const reschedulePolicy = { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 1440 };
  const cancellationPolicy = { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 };
  service = await gym.service({ policyId: await gym.policy({ reschedulePolicy, cancellationPolicy }) });
});
afterAll(() => gym.close());

const keyOf = (id: string) => bookingLinks(gym.context).keyOf(id);
/** Returns a client without a token, which has only the key. */
const nobody = () => gym.as().bookings;
async function booked(as: TestGym["key"] | ReturnType<TestGym["visitor"]> = gym.visitor(), inHours = 72) {
  const sessionId = await gym.session({ service, capacity: 3, inHours });
  const { booking } = await gym.as(as).bookings.create({
    booking: {
      bookedEntity: { slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId } },
      contactDetails: { firstName: "Ona", email: "ona@uola.example", phone: "+37061234567" },
      totalParticipants: 1,
      participants: [{ firstName: "Ona" }],
      selectedPaymentOption: "OFFLINE",
    },
  });
  return { ...booking, sessionId, key: await keyOf(booking.id) };
}
const mailsOf = async (bookingId: string) => {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
  const mails = rows.map(({ payload }) => payload as { bookingId: string; template: string });
  return mails.filter((mail) => mail.bookingId === bookingId).map(({ template }) => template);
};
const gone = { code: "BOOKING_NOT_FOUND", status: 404 };

test("the mail link shows the booking and its deadlines, but no phone number or email address", async () => {
  const { id, key, sessionId } = await booked();
  const { extendedBooking } = await nobody().readByLink({ key });
  expect(extendedBooking).toMatchObject({
    booking: { id, status: "CONFIRMED", bookedEntity: { slot: { sessionId } }, participants: [{ firstName: "Ona" }] },
    allowedActions: { cancel: true, cancelableUntil: gym.hours(48), reschedule: true },
  });
  expect(JSON.stringify(extendedBooking)).not.toMatch(/61234567|ona@uola/);
});

test("the mail link reschedules and cancels a booking, with an event and an audit entry for each", async () => {
  const { id, key, revision, sessionId } = await booked();
  const other = await gym.session({ service, capacity: 3, inHours: 96 });
  const slot = { sessionId: other, serviceId: service.id, scheduleId: service.scheduleId };
  const { extendedBooking } = await nobody().rescheduleByLink({ key, revision, slot });
  expect(extendedBooking.booking).toMatchObject({ bookedEntity: { slot: { sessionId: other } }, revision: "2" });
  expect([await gym.placesOf(sessionId), await gym.placesOf(other)]).toMatchObject([{ taken: 0 }, { taken: 1 }]);
  await expect(nobody().cancelByLink({ key, revision })).rejects.toMatchObject({ code: "BOOKING_REVISION_MISMATCH" });
  const after = await nobody().cancelByLink({ key, revision: "2" });
  expect(after.extendedBooking).toMatchObject({ booking: { status: "CANCELED" }, allowedActions: { cancel: false } });
  expect(await mailsOf(id)).toEqual(["booking-confirmed", "booking-rescheduled", "booking-canceled"]);
  await expect(nobody().cancelByLink({ key, revision: "3" })).rejects.toMatchObject({ code: "INVALID_BOOKING_STATUS" });
});

test("a booking made by the gym also has a mail link, and the policy limits its use", async () => {
  const { key, revision } = await booked(gym.key, 20);
  const { extendedBooking } = await nobody().readByLink({ key });
  expect(extendedBooking.allowedActions).toMatchObject({ cancel: false, reschedule: false });
  await expect(nobody().cancelByLink({ key, revision })).rejects.toMatchObject({
    code: "BOOKING_POLICY_VIOLATION",
    data: { tooLateToCancel: true },
  });
  // The owner's token gives no extra permissions here.
  await expect(gym.as(gym.key).bookings.cancelByLink({ key, revision })).rejects.toMatchObject({
    code: "BOOKING_POLICY_VIOLATION",
  });
});

test("a key gives access only to its own booking, until the booking has ended", async () => {
  const [one, other] = [await booked(), await booked()];
  const [proof, otherProof] = [one, other].map(({ key }) => key.split(".")[1]);
  for (const key of [
    `${one.id}.${otherProof}`,
    `${other.id}.${proof}`,
    `${newId()}.${proof}`,
    `${one.id}.${"a".repeat(24)}`,
    "short",
    "long".repeat(100),
  ]) {
    await expect(nobody().readByLink({ key })).rejects.toMatchObject(gone);
    await expect(nobody().cancelByLink({ key, revision: "1" })).rejects.toMatchObject(gone);
  }
  const before = gym.clock.now;
  gym.clock.now = gym.hours(72.9);
  await nobody().readByLink({ key: one.key });
  gym.clock.now = new Date(before.getTime() + 73 * 3_600_000);
  await expect(nobody().readByLink({ key: one.key })).rejects.toMatchObject(gone);
  gym.clock.now = before;
});
