import { randomInt, randomUUID } from "node:crypto";
import { dayMs, hourMs } from "@uola/contract/durations";
import { desk, type Offered } from "./desk.ts";

/**
 * Returns a random time after the week that calendars show. The time is random because a gym does
 * not have twenty classes in the same hour.
 */
function anyHourAfterAWeek(): Date {
  const days = 8 + randomInt(14);
  return new Date(Math.ceil(Date.now() / dayMs) * dayMs + days * dayMs + (6 + randomInt(12)) * hourMs);
}

/**
 * Creates a class with a waiting list and a session more than a week ahead, which no other test
 * books.
 */
export async function waitlistClass({
  capacity,
  paidFirst = false,
}: {
  capacity: number;
  /** Whether the class can be paid only online. */
  paidFirst?: boolean;
}): Promise<Offered> {
  const name = `Bandomoji ${randomUUID().slice(0, 8)}`;
  const [{ policy }, { services }] = await Promise.all([
    desk.policies.create({
      policy: {
        name,
        waitlistPolicy: { enabled: true, reservationTimeInMinutes: 120 },
        cancellationPolicy: { enabled: true, limitLatestCancellation: false },
        participantsPolicy: { maxParticipantsPerBooking: 4 },
      },
    }),
    desk.services.query({ query: { paging: { limit: 100 } } }),
  ]);
  const model = services.find(({ type, category }) => type === "CLASS" && category?.name === "Boulderingas");
  if (!model?.category) throw new Error("The demo has no class to copy.");
  const gym = model.locations[0]?.business?.id;
  const { service } = await desk.services.create({
    service: {
      name,
      type: "CLASS",
      defaultCapacity: capacity,
      category: { id: model.category.id },
      bookingPolicy: { id: policy.id },
      onlineBooking: { enabled: true },
      payment: {
        rateType: "FIXED",
        fixed: { price: { value: "10.00" } },
        options: { inPerson: !paidFirst, online: paidFirst },
      },
      locations: [{ type: "BUSINESS", ...(gym && { business: { id: gym } }) }],
    },
  });
  const start = anyHourAfterAWeek();
  const { session } = await desk.schedules.createSession({
    scheduleId: service.schedule.id,
    startDate: start,
    endDate: new Date(start.getTime() + hourMs),
  });
  return { session, service };
}
