import { randomUUID } from "node:crypto";
import { desk, type Offered } from "./desk.ts";

const dayMs = 86_400_000;

/** Creates a class with a waiting list and a session in five days, which no other test books. */
export async function waitlistClass({ capacity }: { capacity: number }): Promise<Offered> {
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
        options: { inPerson: true, online: false },
      },
      locations: [{ type: "BUSINESS", ...(gym && { business: { id: gym } }) }],
    },
  });
  const start = new Date(Math.ceil(Date.now() / dayMs) * dayMs + 5 * dayMs + dayMs / 2);
  const { session } = await desk.schedules.createSession({
    scheduleId: service.schedule.id,
    startDate: start,
    endDate: new Date(start.getTime() + dayMs / 24),
  });
  return { session, service };
}
