import { visitorSignedIn } from "@uola/members";
import { afterAll, expect, test } from "vitest";
import { bookingOperations } from "../testing.ts";
import { contactDetails, createBookingGym } from "./bookings.testing.ts";

const { gym, service, inputFor } = await createBookingGym();
afterAll(() => gym.close());

test("at sign-in, a visitor's bookings are transferred to the member only if they have the member's verified email address", async () => {
  const visitor = gym.visitor();
  const made = async (email: string) =>
    (
      await gym
        .as(visitor)
        .bookings.create(inputFor(await gym.session({ service }), { contactDetails: { ...contactDetails, email } }))
    ).booking;
  const booking = await made("Ona.Sava@uola.example");
  const another = await made("kaimynas@uola.example");
  const visitorId = booking.createdBy.anonymousVisitorId as string;
  const { id: memberId, token } = await gym.member({ email: "ona.sava@uola.example" });
  const next = await gym.member({ email: "kaimynas@uola.example", emailVerified: false });
  bookingOperations(gym.context);
  for (const id of [next.id, memberId]) {
    await gym.db
      .transaction()
      .execute((tx) => gym.context.events.emit(tx, visitorSignedIn, { visitorId, memberId: id }));
  }
  const seenBy = async (token: string) => {
    const { extendedBookings } = await gym.as(token).bookings.queryExtended();
    return extendedBookings.map(({ booking }) => booking.id);
  };
  expect(await seenBy(token)).toEqual([booking.id]);
  expect(await seenBy(next.token)).toEqual([]);
  const rows = gym.db.selectFrom("booking").select("memberId").where("id", "in", [booking.id, another.id]);
  expect((await rows.orderBy("createdDate").orderBy("id").execute()).map((row) => row.memberId)).toEqual([
    memberId,
    null,
  ]);
});
