import { z } from "zod";
import { OutsideHours, Session } from "./availability.ts";
import { ParticipantNotification } from "./bookings.ts";
import { Business } from "./business.ts";
import { endpoint } from "./endpoint.ts";
import { wallTime, weekday, weekdayNameFields } from "./resources.ts";
import { guid, instant, maybe } from "./wire.ts";

const date = z.iso.date();
/** A period without sessions, both ends inclusive: a school break, a competition. */
export const Break = z.object({ from: date, until: date, name: z.string().max(200) });

/** A weekly time of a schedule in local time: "Wednesdays at 18:00" stays 18:00 across a clock change. */
export const ScheduleRule = z
  .object({
    id: guid,
    scheduleId: guid,
    weekday,
    ...weekdayNameFields,
    startTime: wallTime,
    durationMinutes: z.int().min(1).max(1440),
    /** The capacity. null: that of the service; 0: an interest list. */
    capacity: maybe(z.int().min(0).max(1000)),
    staffIds: z.array(guid).max(20),
    resourceIds: z.array(guid).max(20),
    validFrom: date,
    validUntil: maybe(date),
    skipHolidays: z.boolean(),
    breaks: z.array(Break).max(50),
    /**
     * Whether sessions of this rule deliberately take place outside the weekly opening hours.
     * Closed days and other special hours still apply.
     */
    outsideHours: z.boolean(),
  })
  .meta({ id: "ScheduleRule" });
export type ScheduleRule = z.infer<typeof ScheduleRule>;

const RuleInput = ScheduleRule.omit({
  id: true,
  day: true,
  dayOfWeek: true,
  staffIds: true,
  resourceIds: true,
  skipHolidays: true,
  breaks: true,
  outsideHours: true,
}).extend({
  staffIds: maybe(ScheduleRule.shape.staffIds),
  resourceIds: maybe(ScheduleRule.shape.resourceIds),
  skipHolidays: maybe(z.boolean()),
  breaks: maybe(ScheduleRule.shape.breaks),
  outsideHours: maybe(z.boolean()),
});

/**
 * A conflict of a new session: with another session or a time off of its trainer or resource, or
 * with the opening hours. For a conflict with the opening hours, `sessionId` is the new session
 * itself, which visitors cannot book until the owner confirms it.
 */
export const Conflict = z
  .object({
    sessionId: maybe(guid),
    timeOffId: maybe(guid),
    /** The trainer or resource that is double-booked. */
    resourceId: maybe(guid),
    outsideHours: maybe(OutsideHours),
    /** The start of the conflicting session. */
    startDate: instant,
  })
  .meta({ id: "Conflict" });
export type Conflict = z.infer<typeof Conflict>;

/**
 * Allows a capacity below the number of sold places, which is otherwise rejected; it is then set to
 * the number of sold places.
 */
const allowBelowSold = maybe(z.boolean());

/**
 * The sessions to change: THIS session, this and the later ones of its rule, or ALL sessions of its
 * rule that have not begun.
 */
export const Scope = z.enum(["THIS", "THIS_AND_LATER", "ALL"]);

/**
 * The changes to a session. `startTime` is local time, for changes on several dates; `startDate`
 * moves one session.
 */
const SessionChange = z.object({
  startDate: maybe(instant),
  startTime: maybe(wallTime),
  durationMinutes: maybe(z.int().min(1).max(1440)),
  capacity: maybe(z.int().min(0).max(1000)),
  capacityType: maybe(Session.shape.capacityType),
  staffIds: maybe(z.array(guid).max(20)),
  resourceIds: maybe(z.array(guid).max(20)),
  note: maybe(z.string().max(2000)),
  transparency: maybe(Session.shape.transparency),
  calendarConference: Session.shape.calendarConference,
  externalCalendar: Session.shape.externalCalendar,
  location: Session.shape.location,
  /**
   * Whether the session deliberately takes place outside the opening hours. For a single session
   * this overrides all hours of its date; for several sessions only the weekly hours. If a session
   * is moved without this field, the owner has to confirm it again.
   */
  outsideHours: maybe(z.boolean()),
});

const owner = { access: "owner" } as const;
const oneSession = z.object({ session: Session });
/** Sessions are scheduled despite conflicts; at most 100 conflicts are reported to the owner. */
const conflicts = z.array(Conflict);
const changed = z.object({ sessions: z.array(Session) });

export const schedules = {
  rules: endpoint({
    method: "GET",
    path: "/v1/schedules/{scheduleId}/rules",
    access: "trainer",
    also: ["desk"],
    input: z.object({ scheduleId: guid }),
    output: z.object({ rules: z.array(ScheduleRule) }),
    errors: ["SCHEDULE_NOT_FOUND"],
    summary: "Read the weekly times of a schedule.",
  }),
  createRules: endpoint({
    method: "POST",
    path: "/v1/schedules/rules",
    ...owner,
    input: z.object({
      rules: z.array(RuleInput).min(1).max(20),
      /** Returns the sessions that would be created, but does not create them. */
      preview: maybe(z.boolean()),
    }),
    output: z.object({
      rules: z.array(ScheduleRule),
      dates: z.array(z.object({ startDate: instant, endDate: instant })),
      /**
       * The skipped dates, each with the reason: a public holiday, a school break, a trainer's time
       * off.
       */
      skipped: z.array(z.object({ date, reason: z.string() })),
      conflicts,
    }),
    errors: ["SCHEDULE_NOT_FOUND", "STAFF_NOT_FOUND", "RESOURCE_NOT_FOUND"],
    summary: "Add weekly times: a class that goes on, or a course's term from one date to another.",
  }),
  changeRule: endpoint({
    method: "PATCH",
    path: "/v1/schedules/rules/{rule.id}",
    ...owner,
    input: z.object({ rule: RuleInput.omit({ scheduleId: true }).partial().extend({ id: guid }), allowBelowSold }),
    output: z.object({ rule: ScheduleRule, conflicts }),
    errors: ["RULE_NOT_FOUND", "STAFF_NOT_FOUND", "RESOURCE_NOT_FOUND", "CAPACITY_BELOW_SOLD"],
    summary: "Change a weekly time for every date that has not begun. Dates changed one by one stay as they are.",
  }),
  setCapacity: endpoint({
    method: "PATCH",
    path: "/v1/schedules/{scheduleId}/capacity",
    ...owner,
    input: z.object({ scheduleId: guid, capacity: z.int().min(0).max(1000), allowBelowSold }),
    output: z.object({ totalSpots: z.int(), openSpots: z.int() }),
    errors: ["SCHEDULE_NOT_FOUND", "CAPACITY_BELOW_SOLD"],
    summary: "Change how many a course takes; never fewer than are booked. 0 makes it an interest list.",
  }),
  createSession: endpoint({
    method: "POST",
    path: "/v1/sessions",
    ...owner,
    input: z.object({
      scheduleId: guid,
      startDate: instant,
      endDate: instant,
      change: maybe(SessionChange.omit({ startDate: true, startTime: true, durationMinutes: true })),
    }),
    output: oneSession.extend({ conflicts }),
    errors: ["SCHEDULE_NOT_FOUND", "STAFF_NOT_FOUND", "RESOURCE_NOT_FOUND"],
    summary: "Add one session outside of any weekly time.",
  }),
  getSession: endpoint({
    method: "GET",
    path: "/v1/sessions/{sessionId}",
    access: "visitor",
    input: z.object({ sessionId: guid }),
    output: oneSession,
    errors: ["SESSION_NOT_FOUND"],
    summary: "Read one session. Participants, notes and the link of an online meeting are shown to staff only.",
  }),
  changeSession: endpoint({
    method: "PATCH",
    path: "/v1/sessions/{sessionId}",
    ...owner,
    input: z.object({
      sessionId: guid,
      scope: maybe(Scope),
      change: SessionChange,
      allowBelowSold,
      participantNotification: maybe(ParticipantNotification),
    }),
    output: changed.extend({ conflicts }),
    errors: ["SESSION_NOT_FOUND", "SESSION_OVER", "STAFF_NOT_FOUND", "RESOURCE_NOT_FOUND", "CAPACITY_BELOW_SOLD"],
    summary: "Move or change one session, this and the later ones, or all of its weekly time.",
  }),
  cancelSession: endpoint({
    method: "POST",
    path: "/v1/sessions/{sessionId}/cancel",
    ...owner,
    input: z.object({
      sessionId: guid,
      scope: maybe(Scope),
      participantNotification: maybe(ParticipantNotification),
    }),
    output: changed,
    errors: ["SESSION_NOT_FOUND", "SESSION_OVER"],
    summary: "Call a session off. Its bookings are cancelled; who was to come gets a mail if that is asked for.",
  }),
  restoreSession: endpoint({
    method: "POST",
    path: "/v1/sessions/{sessionId}/restore",
    ...owner,
    input: z.object({ sessionId: guid }),
    output: oneSession.extend({ conflicts }),
    errors: ["SESSION_NOT_FOUND", "SESSION_OVER"],
    summary: "Let a session that was called off take place. Cancelled bookings stay cancelled.",
  }),
  outsideHours: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/sessions/outside-hours",
    ...owner,
    input: z.object({
      /**
       * The opening hours of a location or of the gym that are not saved yet. Omitted fields are
       * taken from the saved hours.
       */
      openingHours: maybe(Business.shape.openingHours.max(50)),
      specialHours: maybe(Business.shape.specialHours.max(500)),
      locationId: maybe(guid),
    }),
    output: z.object({
      sessions: z.array(
        z.object({
          session: Session,
          cause: OutsideHours,
          /**
           * The number of bookings that have places or are waiting for approval or payment; for a
           * session of a course, those of the course.
           */
          bookings: z.int(),
          participants: z.int(),
        }),
      ),
      /** The total number of sessions. At most the first 200 are listed. */
      total: z.int(),
    }),
    errors: ["LOCATION_NOT_FOUND"],
    summary:
      "Find the sessions ahead outside the opening hours that the owner has neither cancelled nor decided to keep.",
  }),
  settleOutsideHours: endpoint({
    method: "POST",
    path: "/v1/sessions/outside-hours/settle",
    ...owner,
    input: z.object({
      sessionIds: z.array(guid).min(1).max(200),
      decision: z.enum(["KEEP", "CANCEL"]),
      participantNotification: maybe(ParticipantNotification),
    }),
    output: changed,
    errors: [],
    summary:
      "Keep or cancel sessions outside the opening hours. By weekly hours this reaches the whole weekly time; what is decided already stays.",
  }),
  holidays: endpoint({
    method: "GET",
    path: "/v1/holidays",
    access: "visitor",
    input: z.object({ year: z.coerce.number().int().min(1991).max(2200) }),
    output: z.object({ holidays: z.array(z.object({ date, name: z.string() })) }),
    errors: [],
    summary: "Read the public holidays of a year.",
  }),
};
