import type { BookingPolicy, Service } from "@uola/contract";
import { type Connection, newId } from "@uola/database";
import { freshDatabase } from "@uola/database/testing";
import { pino } from "pino";
import { createCallers } from "../../kernel/callers.ts";
import { createChanges } from "../../kernel/changes.ts";
import type { Context } from "../../kernel/context.ts";
import { createSigner } from "../../kernel/signing.ts";
import { createPolicy, createService, type NewService } from "../services/services.ts";
import { createSession } from "./availability.ts";

/** A Wednesday in summer, ten in the morning in Vilnius. */
export const noonish = new Date("2026-07-15T07:00:00Z");
export const hours = (count: number, from = noonish): Date => new Date(from.getTime() + count * 3_600_000);

export type World = {
  context: Context;
  /** The clock of the world; set it to let time pass. */
  clock: { now: Date };
  /** Another process on the same database. */
  neighbour(): Context;
  policy(rules?: Partial<Omit<BookingPolicy, "id">>): Promise<string>;
  service(wish?: Partial<NewService>): Promise<{ id: string; scheduleId: string }>;
  /** A class of so many places, an hour long, `inHours` from now. */
  session(wish?: { capacity?: number; inHours?: number; service?: { id: string } }): Promise<string>;
  placesOf(id: string): Promise<{ capacity: number | null; taken: number } | undefined>;
  close(): Promise<void>;
};

export const atGym: Service["payment"] = {
  rateType: "FIXED",
  fixed: { price: { value: "25.00", currency: "EUR" } },
  options: { inPerson: true, online: false },
};

/** A gym on a database of its own, with a default policy that cancels until 24 hours before. */
export async function createWorld(): Promise<World> {
  const { connection, db, siteId, close } = await freshDatabase();
  const clock = { now: noonish };
  const context = contextOn(connection, siteId, clock);
  const policy: World["policy"] = (rules) =>
    createPolicy(context, {
      name: "Įprasta",
      cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
      participantsPolicy: { maxParticipantsPerBooking: 10 },
      ...rules,
    } as Parameters<typeof createPolicy>[1]);
  await policy({ default: true });
  const service: World["service"] = (wish) =>
    createService(context, {
      type: "CLASS",
      name: "Įvadas į boulderingą",
      defaultCapacity: 12,
      payment: atGym,
      ...wish,
    });
  return {
    context,
    clock,
    neighbour: () => contextOn(connection, siteId, clock),
    policy,
    service,
    async session({ capacity = 12, inHours = 48, service: given } = {}) {
      const { id: serviceId } = given ?? (await service());
      return createSession(context, {
        serviceId,
        startDate: hours(inHours, clock.now),
        endDate: hours(inHours + 1, clock.now),
        capacity,
      });
    },
    placesOf: (id) =>
      db
        .selectFrom("places")
        .select(["capacity", "taken"])
        .where("siteId", "=", siteId)
        .where("id", "=", id)
        .executeTakeFirst(),
    close,
  };
}

function contextOn(connection: Connection, siteId: string, clock: { now: Date }): Context {
  const { db } = connection;
  const now = () => clock.now;
  const log = pino({ level: "silent" });
  const signer = createSigner(db, siteId, now);
  const urls = { site: "http://site.test", platform: "http://platform.test", identity: "http://identity.test" };
  const callers = createCallers(db, siteId, signer, now);
  const changes = createChanges(connection, siteId, log);
  return {
    connection,
    db,
    siteId,
    urls,
    now,
    log,
    mail: undefined,
    demo: false,
    changes,
    signer,
    callers,
    signIns: [],
  };
}

/** Somebody with a visitor's token. */
export const visitor = (id = newId()) => ({
  caller: { role: "visitor", kind: "visitor", id, visitorId: id } as const,
  requestId: "test",
});
/** The owner's key. */
export const owner = {
  caller: { role: "owner", kind: "apiKey", id: newId(), appId: newId() } as const,
  requestId: "test",
};
