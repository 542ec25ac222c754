import type { Database } from "@uola/database";
import { sql } from "kysely";

/**
 * Reads a booking with its service, policy, category and gym. `verifiedEmail` is the member's
 * address if it is verified. `soldFor` is the amount an order charged for the booking in cents,
 * which is less than the price if a coupon was used.
 */
export const readBooking = (db: Database, siteId: string, bookingId: string) =>
  db
    .selectFrom("booking")
    .innerJoin("service", (on) =>
      on.onRef("service.siteId", "=", "booking.siteId").onRef("service.id", "=", "booking.serviceId"),
    )
    .innerJoin("bookingPolicy as policy", (on) =>
      on.onRef("policy.siteId", "=", "service.siteId").onRef("policy.id", "=", "service.policyId"),
    )
    .leftJoin("category", (on) =>
      on.onRef("category.siteId", "=", "service.siteId").onRef("category.id", "=", "service.categoryId"),
    )
    .innerJoin("site", "site.id", "booking.siteId")
    .leftJoin("account", (on) =>
      on
        .onRef("account.siteId", "=", "booking.siteId")
        .onRef("account.id", "=", "booking.memberId")
        .on("account.emailVerified", "=", true),
    )
    .where("booking.siteId", "=", siteId)
    .where("booking.id", "=", bookingId)
    .selectAll("booking")
    .select([
      "service.name as serviceName",
      "service.type",
      "service.payment",
      "service.locations",
      "service.staffIds",
      "service.extra",
    ])
    .select(["policy.id as policyId", "policy.rules", "category.name as category", "category.kind"])
    .select("account.email as verifiedEmail")
    .select((booking) =>
      booking
        .selectFrom("orderLine")
        .whereRef("orderLine.siteId", "=", "booking.siteId")
        .whereRef("orderLine.bookingId", "=", "booking.id")
        .where("orderLine.state", "=", "DONE")
        .select(sql<number>`(gross - discount)::int`.as("sold"))
        .limit(1)
        .as("soldFor"),
    )
    .select(["site.name as gymName", "site.business", "site.demo"])
    .executeTakeFirst();

export const readSite = (db: Database, siteId: string) =>
  db.selectFrom("site").where("id", "=", siteId).select(["name", "business", "demo"]).executeTakeFirstOrThrow();

/** Reads sessions of any status, in order of start. */
export const readSessions = (db: Database, siteId: string, of: { id: string } | { scheduleId: string }) => {
  const sessions = db
    .selectFrom("session")
    .where("siteId", "=", siteId)
    .select(["id", "startDate as start", "endDate as end", "updatedDate as changed", "staffIds", "status"])
    .orderBy("startDate");
  return ("id" in of ? sessions.where("id", "=", of.id) : sessions.where("scheduleId", "=", of.scheduleId)).execute();
};

/** Reads names and job titles in the order of `ids`. */
export async function readStaff(db: Database, siteId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("staff")
    .where("siteId", "=", siteId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .select(["name", "title"])
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute();
}

/** Returns the body of the event that a given change to a booking emitted. */
export async function readEventBody(
  db: Database,
  siteId: string,
  { bookingId, revision }: { bookingId: string; revision: number },
): Promise<unknown> {
  const event = await db
    .selectFrom("event")
    .where("siteId", "=", siteId)
    .where("entityId", "=", bookingId)
    .where("entitySequence", "=", revision)
    .select("body")
    .executeTakeFirst();
  return event?.body;
}
