import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CursorPaging, Cursors, Filter, guid, instant, maybe, Sorting } from "./wire.ts";

/** Lessons of a course, cancelled ones excluded: how many have not begun yet, and the total. */
export const LessonsLeft = z.object({ left: z.int().min(0), all: z.int().min(0) });
export type LessonsLeft = z.infer<typeof LessonsLeft>;

const LocationType = z.enum(["UNDEFINED", "OWNER_BUSINESS", "OWNER_CUSTOM", "CUSTOM"]);
export const SlotLocation = z.object({
  id: maybe(z.string().max(100)),
  name: maybe(z.string().max(1200)),
  formattedAddress: maybe(z.string().max(512)),
  formattedAddressTranslated: maybe(z.string().max(512)),
  locationType: maybe(LocationType),
});

/**
 * A time at which a service takes place. Its dates are strings: local time in `timezone`, or UTC
 * with a `Z`.
 */
export const Slot = z
  .object({
    sessionId: maybe(z.string().max(100)),
    serviceId: z.string().max(100),
    scheduleId: z.string().max(100),
    startDate: maybe(z.string().max(40)),
    endDate: maybe(z.string().max(40)),
    timezone: maybe(z.string().max(60)),
    resource: maybe(z.object({ id: maybe(z.string().max(100)), name: maybe(z.string().max(1200)) })),
    location: maybe(SlotLocation),
  })
  .meta({ id: "Slot" });

export const BookingPolicyViolations = z.object({
  tooEarlyToBook: maybe(z.boolean()),
  tooLateToBook: maybe(z.boolean()),
  bookOnlineDisabled: maybe(z.boolean()),
});

/**
 * The deadlines until which the person who booked this time may cancel or reschedule; null if never
 * allowed.
 */
const deadlines = { cancelableUntil: maybe(instant), reschedulableUntil: maybe(instant) };

export const SlotAvailability = z
  .object({
    slot: Slot,
    bookable: z.boolean(),
    totalSpots: maybe(z.int()),
    openSpots: maybe(z.int()),
    waitingList: maybe(z.object({ totalSpots: maybe(z.int()), openSpots: maybe(z.int()) })),
    bookingPolicyViolations: BookingPolicyViolations,
    locked: maybe(z.boolean()),
    ...deadlines,
  })
  .meta({ id: "SlotAvailability" });
export type SlotAvailability = z.infer<typeof SlotAvailability>;

const SessionStatus = z.enum(["CONFIRMED", "CANCELLED"]);
const ApprovalStatus = z.enum(["PENDING", "APPROVED", "DECLINED"]);

/** One party of a session, as shown to staff. */
export const SessionParticipant = z.object({
  bookingId: guid,
  name: maybe(z.string()),
  email: maybe(z.string()),
  phone: maybe(z.string()),
  partySize: z.int(),
  approvalStatus: ApprovalStatus,
  /** The service has age limits, and the year of birth of at least one person in the party is unknown. */
  ageNotChecked: maybe(z.boolean()),
});

/** The online meeting of a session. The guest URL is for people who booked, the host URL for staff. */
const CalendarConference = z.object({
  id: maybe(z.string().max(200)),
  type: z.enum(["ONLINE_MEETING_PROVIDER", "CUSTOM"]),
  guestUrl: maybe(z.url().max(2000)),
  hostUrl: maybe(z.url().max(2000)),
  password: maybe(z.string().max(100)),
});

/** The external calendar that a session came from. */
const ExternalCalendar = z.object({
  calendarType: z.enum(["UNDEFINED", "GOOGLE", "I_CAL", "OUTLOOK", "OFFICE_365", "MICROSOFT", "OTHER"]),
  calendarName: maybe(z.string().max(200)),
});

/**
 * Why a session is outside the opening hours: WEEKLY because of the weekly hours, DATE because of
 * the special hours of its date, such as a closed day.
 */
export const OutsideHours = z.enum(["WEEKLY", "DATE"]);
export type OutsideHours = z.infer<typeof OutsideHours>;

/** One occurrence of a class or course, as shown in the timetable. */
export const Session = z
  .object({
    id: guid,
    serviceId: guid,
    scheduleId: guid,
    title: z.string(),
    startDate: instant,
    endDate: instant,
    status: SessionStatus,
    totalSpots: z.int(),
    openSpots: z.int(),
    /** Whether a visitor may book this session now. A course is booked as a whole. */
    bookable: z.boolean(),
    staff: z.array(z.object({ id: guid, name: z.string() })),
    resources: z.array(z.object({ id: guid, name: z.string() })),
    /**
     * The position of the session within its course, counted from 1, and the total number of
     * sessions of the course.
     */
    courseSession: maybe(z.object({ number: z.int(), of: z.int() })),
    /** The weekly rule that the session belongs to. A session created manually has none. */
    ruleId: maybe(guid),
    /** Whether the session differs from its weekly rule. */
    exception: z.boolean(),
    /** Whether the session is a booked appointment. */
    appointment: z.boolean(),
    capacityType: z.enum(["LIMITED", "UNLIMITED"]),
    /** BUSY: the trainers and rooms of the session cannot be booked during this time. */
    transparency: z.enum(["FREE", "BUSY"]),
    /**
     * Set if the session is outside the opening hours and the owner has not confirmed it. Visitors
     * cannot book it; their timetable shows it only as a lesson of a course.
     */
    outsideHours: maybe(OutsideHours),
    /** People on the waiting list have first claim on free places. */
    locked: z.boolean(),
    waiting: z.int(),
    location: maybe(SlotLocation),
    /** Deadlines of the booking target: the session, or the course it belongs to. */
    ...deadlines,
    updatedDate: instant,
    /** Increases with every change, like SEQUENCE in iCalendar (RFC 5545). */
    sequence: z.int(),
    note: maybe(z.string()),
    calendarConference: maybe(CalendarConference),
    externalCalendar: maybe(ExternalCalendar),
    /** Returned only to trainers and the owner, and only when a single session is read. */
    participants: maybe(z.array(SessionParticipant)),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof Session>;

export const availability = {
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/availability/query",
    gateways: ["/availability-calendar"],
    access: "visitor",
    input: z.object({
      query: z.object({ filter: Filter, sort: maybe(z.array(Sorting).max(10)) }),
      timezone: maybe(z.string().max(60)),
      slotsPerDay: maybe(z.int().min(1).max(1000)),
    }),
    output: z.object({ availabilityEntries: z.array(SlotAvailability) }),
    errors: ["INVALID_FILTER", "INVALID_TIME_ZONE"],
    summary: "Find times of services between two dates, with the places left in each.",
  }),
  schedule: endpoint({
    method: "GET",
    path: "/v2/availability/schedule/{scheduleId}",
    access: "visitor",
    input: z.object({ scheduleId: guid }),
    output: z.object({
      availability: z.object({
        totalSpots: maybe(z.int()),
        openSpots: maybe(z.int()),
        bookingPolicyViolations: BookingPolicyViolations,
        /** Set for a course that has begun and is sold at a pro-rata price for its remaining lessons. */
        lessons: maybe(LessonsLeft),
        ...deadlines,
      }),
      bookingPolicySettings: z.object({ maxParticipantsPerBooking: maybe(z.int()) }),
    }),
    errors: ["FAILED_RESOLVING_SCHEDULE"],
    summary: "Read how many places of a course are left.",
  }),
  sessions: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/sessions/query",
    access: "visitor",
    input: z.object({
      from: instant,
      to: instant,
      serviceIds: maybe(z.array(guid).max(100)),
    }),
    output: z.object({ sessions: z.array(Session) }),
    errors: ["RANGE_TOO_LONG"],
    summary: "Read the timetable: every session between two moments (at most 62 days), cancelled ones included.",
  }),
  multislot: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/availability/multislot",
    access: "visitor",
    input: z.object({
      from: maybe(z.string().max(30)),
      to: maybe(z.string().max(30)),
      timeZone: maybe(z.string().max(30)),
      bookable: maybe(z.boolean()),
      bookingPolicyViolations: maybe(BookingPolicyViolations),
      location: maybe(SlotLocation),
      slots: maybe(
        z
          .array(
            z.object({
              serviceId: guid,
              resourcesFilter: maybe(z.object({ resourceIds: maybe(z.array(z.string().max(100)).max(100)) })),
              customerChoices: maybe(z.object({ durationInMinutes: maybe(z.int().min(1).max(1440)) })),
            }),
          )
          .max(6),
      ),
      slotsPerDay: maybe(z.int().min(1).max(1000)),
      cursorPaging: maybe(CursorPaging),
    }),
    output: z.object({
      slots: z.array(
        SlotAvailability.extend({
          /** The services of the sequence, in order. */
          nestedSlots: maybe(
            z.array(
              z.object({
                serviceId: guid,
                scheduleId: guid,
                start: z.string(),
                end: z.string(),
                resource: maybe(z.object({ id: maybe(z.string()), name: maybe(z.string()) })),
              }),
            ),
          ),
        }),
      ),
      cursorPagingMetadata: z.object({ count: maybe(z.int()), cursors: maybe(Cursors), hasNext: maybe(z.boolean()) }),
    }),
    errors: ["INVALID_TIME_ZONE", "INVALID_CURSOR", "SERVICE_NOT_FOUND"],
    summary: "Find times at which one to six appointments can follow each other without a gap.",
  }),
};
