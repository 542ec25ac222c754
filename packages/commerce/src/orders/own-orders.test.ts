import { visitorSignedIn } from "@uola/members";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partsOn, type TestGym } from "../testing.ts";
import { buyer, createShop, pay, place, places } from "./orders.testing.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createShop();
});
afterAll(() => gym.close());

const gift = async (email: string) => {
  const visitor = gym.as(gym.visitor());
  await visitor.carts.add({ donation: { amount: 1500 } });
  return (await place(visitor, "AT_DESK", { buyer: { ...buyer, email } })).order.id;
};
const ownOf = async (token: string) => (await gym.as(token).orders.own({})).orders.map(({ id }) => id);

test("an order belongs to the member who has verified its email address, and to no other member", async () => {
  const id = await gift("Rasa@example.lt");
  const proved = await gym.member({ email: "rasa@example.lt", emailVerified: true });
  const other = await gym.member({ email: "rasa2@example.lt", emailVerified: true });
  expect(await ownOf(proved.token)).toEqual([id]);
  expect(await ownOf(other.token)).toEqual([]);
  const unproved = await gym.member({ email: "jonas@example.lt", emailVerified: false });
  await gift("jonas@example.lt");
  expect(await ownOf(unproved.token)).toEqual([]);
});

test("assigns a visitor's orders to the member account used for signing in", async () => {
  const id = await gift("kas@example.lt");
  const { visitorId } = await gym.db
    .selectFrom("shopOrder")
    .select("visitorId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { id: memberId, token } = await gym.member();
  partsOn(gym.context);
  const signedIn = { visitorId: visitorId as string, memberId };
  await gym.db.transaction().execute((tx) => gym.context.events.emit(tx, visitorSignedIn, signedIn));
  expect(await ownOf(token)).toEqual([id]);
});

test("shows the price of a booking only to its buyer, whether it was ordered or a coupon was redeemed", async () => {
  const [owner, service] = [gym.as(gym.key), await gym.service()];
  const applies = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
  const rule = { kind: "PERCENT" as const, percent: 20, ...applies };
  await owner.coupons.create({ name: "Penktadaliu pigiau", code: "PENKTADALIS", rule });
  const { token } = await gym.member({ email: "kaina@example.lt", emailVerified: true });
  const member = gym.as(token);
  await member.carts.add({ booking: places(await gym.session({ service }), service, 2) });
  await member.carts.addCode({ code: "PENKTADALIS" });
  const { key } = await place(member, "DEMO_BANK", { buyer: { ...buyer, email: "kaina@example.lt" } });
  const paid = (await pay(member, key)).lines[0]?.bookingId as string;
  const slot = { sessionId: await gym.session({ service }), serviceId: service.id, scheduleId: service.scheduleId };
  const atDesk = async () => {
    const contactDetails = { firstName: "Ona", email: "kaina@example.lt" };
    const booking = { bookedEntity: { slot }, contactDetails, totalParticipants: 1 };
    return (await owner.bookings.create({ booking: { ...booking, selectedPaymentOption: "OFFLINE" } })).booking.id;
  };
  const [cheaper, whole] = [await atDesk(), await atDesk()];
  await owner.coupons.redeem({ code: "PENKTADALIS", bookingId: cheaper });
  const bookingIds = [paid, cheaper, whole];
  const { prices } = await member.orders.bookingPrices({ bookingIds });
  expect(new Map(prices.map(({ bookingId, price }) => [bookingId, price]))).toEqual(
    new Map([
      [paid, 4000],
      [cheaper, 2000],
    ]),
  );
  const other = await gym.member({ email: "kita@example.lt", emailVerified: true });
  expect((await gym.as(other.token).orders.bookingPrices({ bookingIds })).prices).toEqual([]);
});
