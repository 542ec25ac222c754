import { afterAll, expect, test } from "vitest";
import { atGym } from "../testing.ts";
import { createBookingGym, refused } from "./bookings.testing.ts";
import { cancellationCents } from "./cancellation-fee.ts";

const { gym, service, inputFor, visitors, owners } = await createBookingGym();
afterAll(() => gym.close());

test("the cancellation policy also applies to the owner unless ignored explicitly", async () => {
  const late = await gym.session({ service, inHours: 23 });
  const mine = visitors();
  const { booking } = await mine.create(inputFor(late));
  const move = { bookingId: booking.id, revision: booking.revision };
  const tooLate = refused(409, "BOOKING_POLICY_VIOLATION", { tooLateToCancel: true });
  await expect(mine.cancel(move)).rejects.toMatchObject(tooLate);
  await expect(owners().cancel(move)).rejects.toMatchObject(tooLate);
  const flowControlSettings = { ignoreCancellationPolicy: true };
  expect((await owners().cancel({ ...move, flowControlSettings })).booking.status).toBe("CANCELED");
  const never = await gym.service({ policyId: await gym.policy({ cancellationPolicy: undefined }) });
  const stored = await mine.create(inputFor(await gym.session({ service: never }), {}, never));
  await expect(mine.cancel({ bookingId: stored.booking.id, revision: "1" })).rejects.toMatchObject(
    refused(409, "BOOKING_POLICY_VIOLATION", { cancellationDisabled: true }),
  );
});

test("a cancellation fee is rounded half up to a cent, like the refund of a paid booking", async () => {
  const fees = { enabled: true, cancellationWindows: [{ percentage: "50", startInMinutes: 24 * 60 }] };
  const cancellationPolicy = { enabled: true, limitLatestCancellation: false };
  const policyId = await gym.policy({ cancellationPolicy, cancellationFeePolicy: fees });
  for (const [value, fee] of [
    ["0.03", "0.02"],
    ["20.09", "10.05"],
    ["1.01", "0.51"],
  ] as const) {
    const payment = { ...atGym, fixed: { price: { value, currency: "EUR" } } };
    const of = await gym.service({ policyId, payment });
    const { booking } = await owners().create(inputFor(await gym.session({ service: of, inHours: 5 }), {}, of));
    await owners().cancel({ bookingId: booking.id, revision: "1" });
    const query = { filter: { id: booking.id } };
    const { extendedBookings } = await owners().queryExtended({ query, withBookingFeeDetails: true });
    expect(extendedBookings[0]?.bookingFeeDetails?.cancellationFee).toEqual({ value: fee, currency: "EUR" });
    const price = Math.round(Number(value) * 100);
    const facts = { startDate: gym.hours(5), participants: null, price };
    expect(cancellationCents(fees, facts, gym.clock.now)).toBe(Math.round(Number(fee) * 100));
  }
});

test("a late cancellation incurs the policy's fee, which is open until the owner applies it to an order", async () => {
  const policyId = await gym.policy({
    cancellationPolicy: { enabled: true, limitLatestCancellation: false },
    cancellationFeePolicy: {
      enabled: true,
      cancellationWindows: [
        { percentage: "50", startInMinutes: 24 * 60 },
        { amount: { value: "25.00", currency: "EUR" }, startInMinutes: 60 },
      ],
    },
  });
  const of = await gym.service({ policyId });
  const feeOf = async (inHours: number, flowControlSettings = {}) => {
    const { booking } = await owners().create(inputFor(await gym.session({ service: of, inHours }), {}, of));
    await owners().cancel({ bookingId: booking.id, revision: "1", flowControlSettings });
    const query = { filter: { id: booking.id } };
    const { extendedBookings } = await owners().queryExtended({ query, withBookingFeeDetails: true });
    return { bookingId: booking.id, details: extendedBookings[0]?.bookingFeeDetails };
  };
  const owed = { cancellationFeeStatus: "NOT_YET_APPLIED_TO_ORDER" };
  expect((await feeOf(30)).details).toEqual({ cancellationFeeStatus: "UNKNOWN_STATUS" });
  const { bookingId, details } = await feeOf(5);
  expect(details).toEqual({ ...owed, cancellationFee: { value: "12.50", currency: "EUR" } });
  expect((await feeOf(0.5)).details).toMatchObject({ ...owed, cancellationFee: { value: "25.00" } });
  const forgiven = await feeOf(5, { ignoreCancellationPolicy: true });
  expect(forgiven.details).toEqual({ cancellationFeeStatus: "UNKNOWN_STATUS" });
  const status = "APPLIED_TO_ORDER" as const;
  await owners().markCancellationFee({ bookingId, revision: "2", status });
  const query = { filter: { id: bookingId } };
  const { extendedBookings } = await owners().queryExtended({ query, withBookingFeeDetails: true });
  expect(extendedBookings[0]?.bookingFeeDetails?.cancellationFeeStatus).toBe("APPLIED_TO_ORDER");
  await expect(
    owners().markCancellationFee({ bookingId: forgiven.bookingId, revision: "2", status }),
  ).rejects.toMatchObject(refused(409, "NO_CANCELLATION_FEE"));
});

test("bookings canceled together incur the same fees as bookings canceled separately", async () => {
  const policyId = await gym.policy({
    cancellationPolicy: { enabled: true, limitLatestCancellation: false },
    cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: "50", startInMinutes: 24 * 60 }] },
  });
  const of = await gym.service({ policyId });
  const visitor = gym.as(gym.visitor());
  const sessions = [await gym.session({ service: of, inHours: 5 }), await gym.session({ service: of, inHours: 48 })];
  const { multiServiceBooking } = await visitor.multiServiceBookings.create({
    bookings: sessions.map((sessionId) => inputFor(sessionId, {}, of).booking),
    multiServiceBookingType: "SEPARATE_BOOKINGS",
  });
  const multiServiceBookingId = multiServiceBooking.id;
  await visitor.multiServiceBookings.cancel({ multiServiceBookingId });
  const { multiServiceBooking: whole } = await visitor.multiServiceBookings.get({ multiServiceBookingId });
  const ids = whole.bookings.map(({ bookingId }) => bookingId);
  const query = { filter: { id: { $in: ids } }, sort: [{ fieldName: "startDate" }] };
  const { extendedBookings } = await owners().queryExtended({ query, withBookingFeeDetails: true });
  expect(extendedBookings.map(({ bookingFeeDetails }) => bookingFeeDetails?.cancellationFee?.value)).toEqual([
    "12.50",
    undefined,
  ]);
});
