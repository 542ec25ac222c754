import { fullName } from "@uola/accounts";
import { type Palette, paletteOf, tapeStyle } from "@uola/art";
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
import * as store from "./booking-store.ts";

/** Data about a booking for mails and calendar files, read at the time of sending. */
export type BookingFacts = {
  booking: {
    id: string;
    revision: number;
    status: BookingStatus;
    participants: number;
    /** Selected options, if the service has options. */
    choices: Booking["participantsChoices"];
    /** Participants whose details were provided. Deadlines may depend on their birth years. */
    people?: Booking["participants"];
    /** The paid lessons, for a person who joined a course late. */
    lessons?: NonNullable<Booking["bookedEntity"]["schedule"]>["lessons"];
    names: string[];
    contactEmail: string | undefined;
    /** Whether the booking was made without an account. */
    guest: boolean;
    /** Whether the contact address is the verified address of the member who owns the booking. */
    ownMailbox: boolean;
    paymentStatus: PaymentStatus;
    payAtGym: boolean;
    /** Amount an order charged for the booking, in cents. */
    soldFor: number | undefined;
    /** Whether the booking is paid with entries of a pass instead of money. */
    payByPass: boolean;
    calendarSequence: number;
    createdDate: Date;
    updatedDate: Date;
  };
  service: Pick<Service, "name" | "payment" | "optionsAndVariants" | "agePrices" | "memberPrice"> & {
    category: string | undefined;
    kind: CategoryKind | undefined;
    course: boolean;
  };
  /**
   * A single session, or all sessions of a course sorted by start. Canceled sessions are omitted
   * unless all are canceled.
   */
  sessions: SessionFacts[];
  /** Whether the gym canceled all of the sessions. */
  calledOff: boolean;
  /** Staff who lead the sessions, with their job titles. */
  staff: { name: string; title: string }[];
  policy: BookingPolicy;
  /** The address in one line. */
  location: string;
  gym: Gym;
};
/** The gym as the sender of a mail. */
export type Gym = Pick<Business, "name" | "address" | "phone" | "email" | "demo"> & { palette: Palette };
/**
 * `id` is missing if the timetable has no session for this time yet. `changed` is the time of the
 * session's last update.
 */
export type SessionFacts = { id: string | undefined; start: Date; end: Date; changed?: Date };

/** Reads the data of a booking for messages. Returns undefined if the booking does not exist. */
export async function readFacts(db: Database, siteId: string, bookingId: string): Promise<BookingFacts | undefined> {
  const row = await store.readBooking(db, siteId, bookingId);
  if (!row) return undefined;

  const course = row.type === "COURSE";
  const sessions = await readSessions(db, siteId, { ...row, course });
  const bookedTime = row.startDate && row.endDate ? [{ id: undefined, start: row.startDate, end: row.endDate }] : [];
  const staffIds = course ? [] : sessions.flatMap((session) => session.staffIds);
  return {
    booking: {
      id: row.id,
      revision: row.revision,
      status: row.status,
      participants: row.totalParticipants,
      choices: row.participantsChoices,
      people: row.participants,
      lessons: row.bookedEntity.schedule?.lessons,
      names: namesOf(row.participants),
      contactEmail: row.contactEmail ?? undefined,
      guest: row.memberId === null,
      ownMailbox: row.contactEmail !== null && row.contactEmail === row.verifiedEmail,
      paymentStatus: row.paymentStatus,
      payAtGym: row.selectedPaymentOption === "OFFLINE" || row.selectedPaymentOption === "MEMBERSHIP_OFFLINE",
      soldFor: row.soldFor ?? undefined,
      payByPass: row.selectedPaymentOption === "MEMBERSHIP",
      calendarSequence: row.calendarSequence,
      createdDate: row.createdDate,
      updatedDate: row.updatedDate,
    },
    service: {
      name: row.serviceName,
      payment: row.payment,
      optionsAndVariants: row.extra.optionsAndVariants,
      agePrices: row.extra.agePrices,
      memberPrice: row.extra.memberPrice,
      category: row.category ?? undefined,
      kind: row.kind ?? undefined,
      course,
    },
    sessions:
      sessions.length > 0 ? sessions.map(({ id, start, end, changed }) => ({ id, start, end, changed })) : bookedTime,
    calledOff: sessions.length > 0 && sessions.every(({ status }) => status !== "CONFIRMED"),
    staff: await store.readStaff(db, siteId, staffIds.length > 0 ? staffIds : row.staffIds),
    policy: { id: row.policyId, ...row.rules },
    location: locationLine(row),
    gym: gymOf({ name: row.gymName, business: row.business, demo: row.demo }),
  };
}

export const readGym = async (db: Database, siteId: string): Promise<Gym> => gymOf(await store.readSite(db, siteId));

type SiteBusiness = Awaited<ReturnType<typeof store.readSite>>["business"];
function gymOf({ name, business, demo }: { name: string; business: SiteBusiness; demo: boolean }): Gym {
  const { address = "", phone = "", email = "", tape } = business;
  return { name, address, phone, email, demo, palette: paletteOf(tape && tapeStyle(tape)) };
}

const namesOf = (participants: Booking["participants"]): string[] => (participants ?? []).map(fullName);

/** Returns the service's own address, or else the gym's. */
export const locationLine = ({
  locations,
  business,
}: {
  locations: Service["locations"];
  business: SiteBusiness;
}): string => addressOf(locations[0]) ?? business.address ?? "";

const addressOf = (location: Service["locations"][number] | undefined): string | undefined => {
  const address = location?.custom?.address ?? location?.business?.address ?? location?.calculatedAddress;
  return address?.formattedAddress ?? address?.addressLine ?? undefined;
};

/**
 * Reads the booked session, or the sessions of a course. Canceled sessions are included, because
 * the cancellation mail shows their times.
 */
async function readSessions(
  db: Database,
  siteId: string,
  { sessionId, scheduleId, course }: { sessionId: string | null; scheduleId: string; course: boolean },
) {
  if (sessionId !== null) return store.readSessions(db, siteId, { id: sessionId });
  // An appointment that has no timetable session yet.
  if (!course) return [];
  const sessions = await store.readSessions(db, siteId, { scheduleId });
  const confirmed = sessions.filter(({ status }) => status === "CONFIRMED");
  return confirmed.length > 0 ? confirmed : sessions;
}
