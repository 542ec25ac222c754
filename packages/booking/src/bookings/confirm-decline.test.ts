import { newId } from "@uola/database";
import { afterAll, describe, expect, test } from "vitest";
import { createBookingGym, refused, statuses, takesPlaces } from "./bookings.testing.ts";

const { gym, service, inputFor, visitors, owners, members, recordsOf, bookingIn } = await createBookingGym();
afterAll(() => gym.close());

describe("confirming, declining and canceling", () => {
  const moves = { confirm: "CONFIRMED", decline: "DECLINED", cancel: "CANCELED" } as const;
  const slugs = { confirm: "confirmed", decline: "declined", cancel: "canceled" } as const;
  const impossible = new Set(["CONFIRMED confirm", "CONFIRMED decline"]);
  const cells = statuses.flatMap((status) =>
    (["confirm", "decline", "cancel"] as const).map((move) => [status, move] as const),
  );

  test.each(cells)(
    "for a booking with status %s, %s changes status, places, audit entry, event and mail together, or is rejected",
    async (status, move) => {
      const sessionId = await gym.session({ service, capacity: 4 });
      const { id: bookingId, revision } = await bookingIn(status, sessionId, 2);
      const participantNotification = { notifyParticipants: true, message: "Iki pasimatymo" };
      const moving = owners()[move]({ bookingId, revision, participantNotification });
      const final = status === "DECLINED" || status === "CANCELED";
      if (final || impossible.has(`${status} ${move}`)) {
        await expect(moving).rejects.toMatchObject(refused(409, "INVALID_BOOKING_STATUS", { status }));
        expect((await gym.placesOf(sessionId))?.taken).toBe(takesPlaces(status) ? 2 : 0);
        return;
      }
      const { booking } = await moving;
      expect(booking).toMatchObject({ status: moves[move], revision: "2" });
      if (move === "cancel") expect(booking.canceledDate).toEqual(gym.clock.now);
      expect((await gym.placesOf(sessionId))?.taken).toBe(move === "confirm" ? 2 : 0);
      const records = await recordsOf(bookingId);
      expect(records.audit).toEqual(["booking.create", `booking.${move}`]);
      expect(records.events).toEqual(["1 created", `2 ${slugs[move]}`]);
      expect(records.mails).toEqual([
        { template: `booking-${slugs[move]}`, bookingId, revision: 2, language: "lt", message: "Iki pasimatymo" },
      ]);
      const audit = gym.db.selectFrom("audit").selectAll().where("entityId", "=", bookingId);
      const { before, after } = await audit.where("action", "=", `booking.${move}`).executeTakeFirstOrThrow();
      expect([before, after]).toMatchObject([
        { status, revision: "1" },
        { status: moves[move], revision: "2" },
      ]);
    },
  );

  test("the owner can confirm without sending a mail", async () => {
    const { id: bookingId, revision } = await bookingIn("PENDING", await gym.session({ service }));
    await owners().confirm({
      bookingId,
      revision,
      participantNotification: { notifyParticipants: false, message: "x" },
    });
    expect((await recordsOf(bookingId)).mails).toEqual([]);
  });

  test("rejects a stale revision without any change", async () => {
    const sessionId = await gym.session({ service });
    const { id: bookingId } = await bookingIn("PENDING", sessionId);
    for (const move of ["confirm", "decline", "cancel"] as const) {
      for (const revision of ["0", "2", "999"]) {
        const refusal = refused(409, "BOOKING_REVISION_MISMATCH", { revision: "1" });
        await expect(owners()[move]({ bookingId, revision })).rejects.toMatchObject(refusal);
      }
    }
    expect((await recordsOf(bookingId)).audit).toEqual(["booking.create"]);
  });

  test("rejects confirming a booking without free places and leaves it unchanged", async () => {
    const sessionId = await gym.session({ service, capacity: 2 });
    const waiting = await bookingIn("WAITING_LIST", sessionId, 2);
    await visitors().create(inputFor(sessionId));
    const confirming = owners().confirm({ bookingId: waiting.id, revision: waiting.revision });
    await expect(confirming).rejects.toMatchObject(refused(409, "NO_OPEN_SPOTS"));
    const query = { filter: { id: waiting.id } };
    const { extendedBookings } = await owners().queryExtended({ query });
    expect(extendedBookings[0]?.booking).toMatchObject({ status: "WAITING_LIST", revision: "1" });
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 2, taken: 1 });
  });

  test("confirming and declining store the payment status, and double bookings are recorded only if availability is checked", async () => {
    const sessionId = await gym.session({ service });
    const confirm = async (more: object) => {
      const { id: bookingId, revision } = await bookingIn("PENDING", sessionId);
      return (await owners().confirm({ bookingId, revision, ...more })).booking;
    };
    expect(await confirm({ paymentStatus: "PAID", doubleBooked: true })).toMatchObject({
      paymentStatus: "PAID",
      doubleBooked: false,
    });
    const flowControlSettings = { checkAvailabilityValidation: true };
    expect(await confirm({ doubleBooked: true, flowControlSettings })).toMatchObject({ doubleBooked: true });
    const { id: bookingId, revision } = await bookingIn("CREATED", sessionId);
    const { booking } = await owners().decline({ bookingId, revision, paymentStatus: "REFUNDED" });
    expect(booking).toMatchObject({ paymentStatus: "REFUNDED" });
  });

  test("only the owner can confirm and decline a booking; the person who booked can also cancel it", async () => {
    const visitor = gym.visitor();
    const mine = gym.as(visitor).bookings;
    const { booking } = await mine.create(inputFor(await gym.session({ service })));
    const move = { bookingId: booking.id, revision: booking.revision };
    const trainer = await members({ role: "trainer" });
    for (const as of [mine, await members(), trainer]) {
      await expect(as.confirm(move)).rejects.toMatchObject(refused(403, "PERMISSION_DENIED"));
      await expect(as.decline(move)).rejects.toMatchObject(refused(403, "PERMISSION_DENIED"));
    }
    for (const as of [visitors(), await members()]) {
      await expect(as.cancel(move)).rejects.toMatchObject(refused(404, "BOOKING_NOT_FOUND"));
    }
    await expect(trainer.cancel(move)).rejects.toMatchObject(refused(403, "UNAUTHORIZED_OPERATION"));
    const flag = { ...move, flowControlSettings: { ignoreCancellationPolicy: true } };
    await expect(mine.cancel(flag)).rejects.toMatchObject(refused(403, "UNAUTHORIZED_OPERATION"));
    for (const call of ["confirm", "decline", "cancel"] as const) {
      await expect(owners()[call]({ ...move, bookingId: newId() })).rejects.toMatchObject(
        refused(404, "BOOKING_NOT_FOUND"),
      );
    }
    expect((await mine.cancel(move)).booking.status).toBe("CANCELED");
    expect((await recordsOf(booking.id)).mails.map(({ template }) => template)).toEqual([
      "booking-confirmed",
      "booking-canceled",
    ]);
  });
});
