import type { BookingStatus } from "@uola/contract";
import { expect } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

export type CreateInput = Parameters<ReturnType<TestGym["as"]>["bookings"]["create"]>[0];
export const contactDetails = { firstName: "Ona", lastName: "Onaitė", email: "Ona@uola.example", phone: "8 612 34567" };
export const statuses: BookingStatus[] = ["CREATED", "PENDING", "CONFIRMED", "WAITING_LIST", "DECLINED", "CANCELED"];
export const takesPlaces = (status: BookingStatus) => status === "CONFIRMED" || status === "PENDING";

/** Returns the shape of an error response as seen by a client. */
export const refused = (status: number, code: string, data: object = {}) => ({
  kind: "application",
  status,
  code,
  data: expect.objectContaining(data),
});
export const violations = (...fields: string[]) => ({
  kind: "validation",
  fieldViolations: fields.map((field) => ({ field })),
});

/** Creates a test gym with a class, and shorthand functions for booking it. */
export async function createBookingGym() {
  const gym = await createTestGym();
  const service = await gym.service();
  const inputFor = (sessionId: string, more: Partial<CreateInput["booking"]> = {}, of = service): CreateInput => ({
    booking: {
      bookedEntity: { slot: { sessionId, serviceId: of.id, scheduleId: of.scheduleId } },
      contactDetails,
      totalParticipants: 1,
      selectedPaymentOption: "OFFLINE",
      ...more,
    },
  });
  const owners = () => gym.as(gym.key).bookings;
  return {
    gym,
    service,
    inputFor,
    owners,
    visitors: () => gym.as(gym.visitor()).bookings,
    members: async (input?: Parameters<TestGym["member"]>[0]) => gym.as((await gym.member(input)).token).bookings,

    /** Returns everything recorded about a booking: audit entries, events and mails. */
    async recordsOf(bookingId: string) {
      const { db } = gym;
      const audits = db.selectFrom("audit").select("action").where("entityId", "=", bookingId).orderBy("id");
      const events = db.selectFrom("event").select(["slug", "entitySequence"]).where("entityId", "=", bookingId);
      const mails = await db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
      return {
        audit: (await audits.execute()).map(({ action }) => action),
        events: (await events.orderBy("entitySequence").execute()).map(
          ({ slug, entitySequence }) => `${entitySequence} ${slug}`,
        ),
        mails: mails
          .map(({ payload }) => payload as never as Record<string, unknown>)
          .filter((mail) => mail.bookingId === bookingId),
      };
    },

    /** Creates a booking with the given status. */
    async bookingIn(status: BookingStatus, sessionId: string, totalParticipants = 1) {
      const begins = status === "CANCELED" || status === "DECLINED" ? "PENDING" : status;
      const { booking } = await owners().create(inputFor(sessionId, { status: begins, totalParticipants }));
      const { id: bookingId, revision } = booking;
      if (status === "DECLINED") return (await owners().decline({ bookingId, revision })).booking;
      if (status !== "CANCELED") return booking;
      const flowControlSettings = { ignoreCancellationPolicy: true };
      return (await owners().cancel({ bookingId, revision, flowControlSettings })).booking;
    },
  };
}
