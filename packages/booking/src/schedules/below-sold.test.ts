import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: ReturnType<TestGym["as"]>;
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
});
afterAll(() => gym.close());

type Sold = { id: string; scheduleId: string };
const book = async ({ id: serviceId, scheduleId }: Sold, sessionId?: string) => {
  const bookedEntity = sessionId ? { slot: { sessionId, serviceId, scheduleId } } : { schedule: { scheduleId } };
  const contactDetails = { firstName: "Ona", email: "ona@uola.example" };
  await owner.bookings.create({
    booking: { bookedEntity, contactDetails, totalParticipants: 4, selectedPaymentOption: "OFFLINE" },
  });
};

/**
 * Creates a weekly rule with a session booked by four people. A rule without a capacity uses that
 * of its service.
 */
async function weekly({ capacity, type, staffed }: { capacity?: number; type?: "COURSE"; staffed?: boolean } = {}) {
  const staffIds = staffed ? [await gym.trainer({ maxParticipants: 8 })] : [];
  const service = await gym.service({ defaultCapacity: 8, ...(type && { type }) });
  const rule = { weekday: 3, startTime: "18:00", durationMinutes: 60, validFrom: "2026-09-02" };
  const made = await owner.schedules.createRules({
    rules: [{ scheduleId: service.scheduleId, ...rule, staffIds, ...(capacity !== undefined && { capacity }) }],
  });
  const { sessions } = await owner.availability.sessions({
    from: gym.hours(0),
    to: gym.hours(24 * 21),
    serviceIds: [service.id],
  });
  const [first, second] = sessions.map(({ id }) => id);
  await book(service, type ? undefined : second);
  const [staffId = ""] = staffIds;
  return { service, ruleId: made.rules[0]?.id ?? "", first: first ?? "", booked: second ?? "", staffId };
}
type Weekly = Awaited<ReturnType<typeof weekly>>;
type Door = {
  make?: Parameters<typeof weekly>[0];
  lower: (of: Weekly, allowBelowSold: boolean) => Promise<unknown>;
  /** Returns the id of the place counter whose capacity is lowered. */
  placesId?: (of: Weekly) => string;
};

const revision = async ({ service }: Weekly) =>
  (await owner.services.get({ serviceId: service.id })).service.revision ?? "";
const toTwo = async (of: Weekly) => ({ id: of.service.id, revision: await revision(of), defaultCapacity: 2 });

async function lowerTrainer({ staffId }: Weekly, allowBelowSold: boolean) {
  const { staff } = await owner.resources.listStaff({});
  const current = staff.find(({ id }) => id === staffId)?.revision ?? "";
  const staffMember = { id: staffId, revision: current, maxParticipants: 2 };
  await owner.resources.updateStaff({ staffMember, allowBelowSold });
}

/** Every operation that lowers a capacity. */
const capacityReductions: Record<string, Door> = {
  "a service": {
    lower: async (of, allowBelowSold) => owner.services.update({ service: await toTwo(of), allowBelowSold }),
  },
  "a service with a mask": {
    lower: async (of, allowBelowSold) =>
      owner.services.update({ service: await toTwo(of), mask: "defaultCapacity", allowBelowSold }),
  },
  "services in bulk": {
    async lower(of, allowBelowSold) {
      const { results } = await owner.services.bulkUpdate({ services: [{ service: await toTwo(of) }], allowBelowSold });
      const error = results[0]?.itemMetadata.error;
      if (error) throw error;
    },
  },
  "services by a filter": {
    async lower({ service: { id } }, allowBelowSold) {
      const change = { filter: { id }, service: { defaultCapacity: 2 }, allowBelowSold };
      const { jobId } = await owner.services.bulkUpdateByFilter(change);
      await gym.api.background.drain("services: work on jobs");
      const [failure] = (await owner.jobs.get({ jobId })).job.failures;
      if (failure) throw failure;
    },
  },
  "the service of a course": {
    make: { type: "COURSE" },
    lower: async (of, allowBelowSold) => owner.services.update({ service: await toTwo(of), allowBelowSold }),
    placesId: ({ service }) => service.scheduleId,
  },
  "a course": {
    make: { type: "COURSE" },
    lower: ({ service: { scheduleId } }, allowBelowSold) =>
      owner.schedules.setCapacity({ scheduleId, capacity: 2, allowBelowSold }),
    placesId: ({ service }) => service.scheduleId,
  },
  "a weekly time": {
    make: { capacity: 8 },
    lower: ({ ruleId }, allowBelowSold) =>
      owner.schedules.changeRule({ rule: { id: ruleId, capacity: 2 }, allowBelowSold }),
  },
  "one session": {
    lower: ({ booked: sessionId }, allowBelowSold) =>
      owner.schedules.changeSession({ sessionId, change: { capacity: 2 }, allowBelowSold }),
  },
  "a session and the later ones": {
    lower: ({ booked: sessionId }, allowBelowSold) =>
      owner.schedules.changeSession({ sessionId, scope: "THIS_AND_LATER", change: { capacity: 2 }, allowBelowSold }),
  },
  "all sessions of a series": {
    lower: ({ first: sessionId }, allowBelowSold) =>
      owner.schedules.changeSession({ sessionId, scope: "ALL", change: { capacity: 2 }, allowBelowSold }),
  },
  "a trainer": {
    make: { staffed: true },
    lower: lowerTrainer,
  },
  "the trainer of a course": {
    make: { type: "COURSE", staffed: true },
    lower: lowerTrainer,
    placesId: ({ service }) => service.scheduleId,
  },
  "a session by its trainer": {
    async lower({ booked: sessionId }, allowBelowSold) {
      const staffIds = [await gym.trainer({ maxParticipants: 2 })];
      await owner.schedules.changeSession({ sessionId, change: { staffIds }, allowBelowSold });
    },
  },
};

describe("capacity below the number of places sold", () => {
  test.each(Object.keys(capacityReductions))(
    "rejects a capacity below the places sold for %s unless the owner allows it",
    async (name) => {
      const { make, lower, placesId } = capacityReductions[name] as Door;
      const of = await weekly(make);
      const places = () => gym.placesOf(placesId?.(of) ?? of.booked);
      await expect(lower(of, false)).rejects.toMatchObject({ code: "CAPACITY_BELOW_SOLD" });
      expect(await places()).toEqual({ capacity: 8, taken: 4 });
      await lower(of, true);
      expect(await places()).toEqual({ capacity: 4, taken: 4 });
    },
  );

  test("the error for a capacity below the places sold lists the sessions and their number of people", async () => {
    const { ruleId, booked, service } = await weekly({ capacity: 8 });
    const refused = { status: 409, code: "CAPACITY_BELOW_SOLD" };
    const session = { sessionId: booked, scheduleId: service.scheduleId, capacity: 2, taken: 4, held: 0 };
    await expect(owner.schedules.changeRule({ rule: { id: ruleId, capacity: 2 } })).rejects.toMatchObject({
      ...refused,
      data: { sessions: [session], total: 1, people: 4 },
    });
  });

  test("a session whose capacity is already below the places sold can still be changed in other ways", async () => {
    const { booked: sessionId } = await weekly();
    await owner.schedules.changeSession({ sessionId, change: { capacity: 2 }, allowBelowSold: true });
    await owner.schedules.changeSession({ sessionId, change: { startTime: "19:00" } });
    await owner.schedules.changeSession({ sessionId, change: { capacity: 6 } });
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 6, taken: 4 });
  });

  test("the history records that a capacity below the number of sold places was allowed", async () => {
    const { booked: sessionId } = await weekly();
    await owner.schedules.changeSession({ sessionId, change: { capacity: 2 }, allowBelowSold: true });
    const entries = await gym.db
      .selectFrom("audit")
      .select(["action", "after"])
      .where("entityId", "=", sessionId)
      .orderBy("id")
      .execute();
    expect(entries.at(-1)).toMatchObject({
      action: "session.belowSold",
      after: { capacity: 2, taken: 4, held: 0 },
    });
  });
});
