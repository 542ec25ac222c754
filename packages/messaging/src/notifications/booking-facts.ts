import { fullName } from "@uola/accounts";
import type {
  Booking,
  BookingPolicy,
  BookingStatus,
  Business,
  CategoryKind,
  PaymentStatus,
  Service,
} from "@uola/contract";
import type { Database } from "@uola/database";
import { sql } from "kysely";

/** What mails and calendar files say about a booking, read at the time of sending. */
export type BookingFacts = {
  booking: {
    id: string;
    revision: number;
    status: BookingStatus;
    participants: number;
    /** Chosen options, where the service has options. */
    choices: Booking["participantsChoices"];
    /** Participants whose details were given. Deadlines may depend on their birth years. */
    people?: Booking["participants"];
    names: string[];
    contactEmail: string | undefined;
    /** Booked without an account. */
    guest: boolean;
    /** The contact address is the verified address of the member who owns the booking. */
    ownMailbox: boolean;
    paymentStatus: PaymentStatus;
    payAtGym: boolean;
    calendarSequence: number;
    createdDate: Date;
    updatedDate: Date;
  };
  service: Pick<Service, "name" | "payment" | "optionsAndVariants"> & {
    category: string | undefined;
    kind: CategoryKind | undefined;
    course: boolean;
  };
  /** One session, or all sessions of a course by start. Called-off sessions are omitted unless all are called off. */
  sessions: SessionFacts[];
  /** Who leads the sessions, with the job title. */
  staff: { name: string; title: string }[];
  policy: BookingPolicy;
  /** One line of address. */
  location: string;
  gym: Gym;
};
/** The sender of a mail. */
export type Gym = Pick<Business, "name" | "address" | "phone" | "email" | "demo">;
/** `id` is missing when the time has no timetable session yet. `changed` is when the session was last updated. */
export type SessionFacts = { id: string | undefined; start: Date; end: Date; changed?: Date };

/** Undefined when there is no such booking. */
export async function readFacts(db: Database, siteId: string, bookingId: string): Promise<BookingFacts | undefined> {
  const row = await db
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
    .select(["site.name as gymName", "site.business", "site.demo"])
    .executeTakeFirst();
  if (!row) return undefined;

  const course = row.type === "COURSE";
  const sessions = await readSessions(db, siteId, { ...row, course });
  const bookedTime = row.startDate && row.endDate ? [{ id: undefined, start: row.startDate, end: row.endDate }] : [];
  const staffIds = course ? [] : sessions.flatMap((session) => session.staffIds);
  return {
    booking: {
      id: row.id,
      revision: row.revision,
      status: row.status as BookingStatus,
      participants: row.totalParticipants,
      choices: row.participantsChoices as Booking["participantsChoices"],
      people: row.participants as Booking["participants"],
      names: namesOf(row.participants),
      contactEmail: row.contactEmail ?? undefined,
      guest: row.memberId === null,
      ownMailbox: row.contactEmail !== null && row.contactEmail === row.verifiedEmail,
      paymentStatus: row.paymentStatus as PaymentStatus,
      payAtGym: row.selectedPaymentOption === "OFFLINE" || row.selectedPaymentOption === "MEMBERSHIP_OFFLINE",
      calendarSequence: row.calendarSequence,
      createdDate: row.createdDate,
      updatedDate: row.updatedDate,
    },
    service: {
      name: row.serviceName,
      payment: row.payment as Service["payment"],
      optionsAndVariants: (row.extra as Pick<Service, "optionsAndVariants">).optionsAndVariants,
      category: row.category ?? undefined,
      kind: (row.kind as CategoryKind | null) ?? undefined,
      course,
    },
    sessions: sessions.length > 0 ? sessions.map(({ id, start, end, changed }) => ({ id, start, end, changed })) : bookedTime,
    staff: await readStaff(db, siteId, staffIds.length > 0 ? staffIds : row.staffIds),
    policy: { id: row.policyId, ...(row.rules as Omit<BookingPolicy, "id">) },
    location: locationLine(row),
    gym: gymOf({ name: row.gymName, business: row.business, demo: row.demo }),
  };
}

export async function readGym(db: Database, siteId: string): Promise<Gym> {
  const site = db.selectFrom("site").where("id", "=", siteId).select(["name", "business", "demo"]);
  return gymOf(await site.executeTakeFirstOrThrow());
}

function gymOf({ name, business, demo }: { name: string; business: unknown; demo: boolean }): Gym {
  const { address = "", phone = "", email = "" } = business as Partial<Business>;
  return { name, address, phone, email, demo };
}

const namesOf = (participants: unknown): string[] =>
  ((participants ?? []) as NonNullable<Booking["participants"]>).map(fullName);

/** The service's own address, or the gym's. */
export const locationLine = ({ locations, business }: { locations: unknown; business: unknown }): string =>
  addressOf((locations as Service["locations"])[0]) ?? (business as Partial<Business>).address ?? "";

const addressOf = (location: Service["locations"][number] | undefined): string | undefined => {
  const address = location?.custom?.address ?? location?.business?.address ?? location?.calculatedAddress;
  return address?.formattedAddress ?? address?.addressLine ?? undefined;
};

/**
 * The booked session, or the sessions of a course. Called-off sessions are included, because the mail about that shows
 * their
 * times.
 */
async function readSessions(
  db: Database,
  siteId: string,
  of: { sessionId: string | null; scheduleId: string; course: boolean },
) {
  const query = db
    .selectFrom("session")
    .where("siteId", "=", siteId)
    .select(["id", "startDate as start", "endDate as end", "updatedDate as changed", "staffIds", "status"])
    .orderBy("startDate");
  if (of.sessionId !== null) return query.where("id", "=", of.sessionId).execute();
  // An appointment whose timetable session does not exist yet.
  if (!of.course) return [];
  const all = await query.where("scheduleId", "=", of.scheduleId).execute();
  const confirmed = all.filter(({ status }) => status === "CONFIRMED");
  return confirmed.length > 0 ? confirmed : all;
}

function readStaff(db: Database, siteId: string, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("staff")
    .where("siteId", "=", siteId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .select(["name", "title"])
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute();
}
