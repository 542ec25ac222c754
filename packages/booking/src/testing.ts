import type { BookingLimits, BookingPolicy, Service } from "@uola/contract";
import { createData, type DataOptions } from "@uola/data";
import { json, newId } from "@uola/database";
import {
  type Changes,
  type Context,
  createContext,
  dayMs,
  openPlatform,
  type Platform,
  type PlatformOptions,
} from "@uola/kernel";
import { type TestPlatform, testPlatformOf, urls } from "@uola/kernel/testing";
import { createCaptchaGate, createMembers, type MembersOptions } from "@uola/members";
import { bookingHandlers, createBooking, createBookingParts } from "./index.ts";
import { addStaff, type NewStaff } from "./resources/resources.ts";
import { createSession } from "./schedules/schedules.ts";
import { createPolicy, createService, type NewPolicy, type NewService, readServices } from "./services/services.ts";

export * from "@uola/kernel/testing";

type Options = MembersOptions & DataOptions;

/** Creates a platform with the members, data and booking modules. */
export function createPlatform(options: PlatformOptions & Options): Platform {
  const context = createContext(options);
  const members = createMembers(context, options);
  const data = createData(context, options);
  const booking = createBooking(context, members, data);
  const handlers = { ...members.handlers, ...data.handlers, ...booking.handlers };
  return openPlatform(context, handlers, [members, data, booking], options);
}

export const createTestPlatform = testPlatformOf<Options>(createPlatform);

/** Creates the booking services of a second process on its own context. */
export const bookingParts = (context: Context) =>
  createBookingParts(context, createCaptchaGate(context), createData(context));
/** Creates the booking handlers of a second process. */
export function bookingOperations(context: Context) {
  const { limitGuard, bookingServices } = bookingParts(context);
  return bookingHandlers(context, limitGuard, bookingServices).bookings;
}

type Offered = { id: string; scheduleId: string };

/** Test platform with a default policy and functions that add bookable items. */
export type TestGym = TestPlatform & {
  /** A context in the platform's own process: the platform receives the changes published through it. */
  context: Context;
  /** Creates the context of a second process. */
  otherProcessContext(): Context;
  hours(count: number): Date;
  policy(rules?: Partial<Omit<BookingPolicy, "id">>): Promise<string>;
  /** Adds a trainer, by default one who works from 8:00 to 20:00 every day. */
  trainer(input?: Partial<NewStaff>): Promise<string>;
  service(input?: Partial<NewService>): Promise<Offered>;
  /** Adds a one-hour service with the given trainers. */
  lessons(staffIds: string[], more?: Partial<NewService>): Promise<Offered>;
  /** Adds a one-hour session, by default two days from now. */
  session(input?: { service?: Offered; capacity?: number; inHours?: number }): Promise<string>;
  /**
   * Adds a registration campaign for the given services, or for all groups when none are given.
   * Returns the id of its item.
   */
  campaign(input: { opens: Date; closes?: Date; serviceIds?: readonly string[] }): Promise<string>;
  placesOf(id: string): Promise<{ capacity: number | null; taken: number } | undefined>;
};

export const atGym: Service["payment"] = {
  rateType: "FIXED",
  fixed: { price: { value: "25.00", currency: "EUR" } },
  options: { inPerson: true, online: false },
};
export const free: Service["payment"] = { rateType: "NO_FEE", options: { inPerson: true } };

const workingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "20:00" }));

const unlimited: BookingLimits = {
  membersOnly: false,
  placesPerPerson: { withoutProof: 100_000, atMost: 100_000 },
  placesPerNetwork: { withoutProof: 100_000 },
  textsTo: ["+370"],
};

/**
 * Creates a gym with a default policy: at most ten people per booking, cancellation until 24 hours
 * before the start, and no booking limits. Like every test platform it has one database connection,
 * so code that needs a second one would wait forever. Concurrency tests request more connections.
 */
export async function createTestGym(
  size: { connections?: number } = {},
  makePlatform = createTestPlatform,
): Promise<TestGym> {
  const platform = await makePlatform({}, size);
  await limitBookings(platform, unlimited);
  const { connection, db, siteId, clock, api } = platform;
  const now = () => clock.now;
  const contextWith = (changes?: Changes): Context =>
    createContext({ connection, siteId, accounts: platform.accounts, urls, now, ...(changes && { changes }) });
  const context = contextWith(api.changes as Changes);
  const hours = (count: number) => new Date(clock.now.getTime() + count * 3_600_000);
  const usual: NewPolicy = {
    name: "Įprasta",
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
    participantsPolicy: { maxParticipantsPerBooking: 10 },
  };
  const gym: TestGym = {
    ...platform,
    context,
    otherProcessContext: () => contextWith(),
    hours,
    policy: (rules) => createPolicy(context, { ...usual, ...rules } as NewPolicy),
    async trainer(input) {
      const actor = { kind: "system", id: "test" } as const;
      const staff = db
        .transaction()
        .execute((tx) => addStaff(tx, context, { name: "Rūta", workingHours, ...input }, actor));
      return (await staff).id;
    },
    lessons: (staffIds, more) =>
      gym.service({
        type: "APPOINTMENT",
        name: "Individuali treniruotė",
        defaultCapacity: 1,
        staffIds,
        availabilityConstraints: { sessionDurations: [60] },
        ...more,
      }),
    service: (input) =>
      createService(context, {
        type: "CLASS",
        name: "Įvadas į boulderingą",
        defaultCapacity: 12,
        payment: atGym,
        ...input,
      }),
    async session({ service, capacity = 12, inHours = 48 } = {}) {
      const { id: serviceId } = service ?? (await gym.service());
      const [startDate, endDate] = [hours(inHours), hours(inHours + 1)];
      return createSession(context, { serviceId, startDate, endDate, capacity });
    },
    async campaign({ opens, closes = new Date(opens.getTime() + 14 * dayMs), serviceIds = [] }) {
      const { siteLists } = createData(context);
      await siteLists.seed({});
      const services = await readServices(context, { ids: serviceIds });
      const names = [...services.values()].map(({ mainSlug }) => mainSlug.name);
      const data = { code: "261207", name: "Žiemos sezonas", services: names };
      const times = { opens: { $date: opens.toISOString() }, closes: { $date: closes.toISOString() } };
      const { dataItem } = await platform
        .as(platform.key)
        .items.insert({ dataCollectionId: "Campaigns", dataItem: { data: { ...data, ...times } } });
      return String(dataItem.id);
    },
    placesOf: (id) => {
      const places = db.selectFrom("places").select(["capacity", "taken"]).where("siteId", "=", siteId);
      return places.where("id", "=", id).executeTakeFirst();
    },
  };
  await gym.policy({ default: true });
  return gym;
}

/** Sets the booking limits and clears the caches of this process. */
export async function limitBookings(
  { db, siteId, api }: Pick<TestPlatform, "db" | "siteId" | "api">,
  bookingLimits: Partial<BookingLimits>,
) {
  const business = json({ bookingLimits: { ...unlimited, ...bookingLimits } });
  await db.updateTable("site").set({ business }).where("id", "=", siteId).execute();
  (api.changes as Changes).publish("business");
}

/** Call information of a visitor, as passed to handlers. */
export const visitor = (id = newId()) => ({
  caller: { role: "visitor", kind: "visitor", id, visitorId: id } as const,
  requestId: "test",
  from: {},
});
/** Call information of the owner's API key, as passed to handlers. */
export const owner = {
  caller: { role: "owner", kind: "apiKey", id: newId(), appId: newId() } as const,
  requestId: "test",
  from: {},
};
