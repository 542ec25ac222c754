import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { emailAddress, guid, instant, maybe, revision } from "./wire.ts";

export const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be HH:MM");
/** "24:00" is midnight at the end of the day. */
const wallEnd = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be HH:MM");

const shortDays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;
const longDays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"] as const;
export const Day = z.enum(shortDays);
const DayOfWeek = z.enum(longDays);
type DayName = z.infer<typeof Day> | z.infer<typeof DayOfWeek>;

/** 1 = Monday … 7 = Sunday; the short and the long English names are accepted too. */
export const weekday = z.codec(z.union([z.int().min(1).max(7), Day, DayOfWeek]), z.int(), {
  decode: (day) => (typeof day === "number" ? day : 1 + shortDays.findIndex((name) => day.startsWith(name))),
  encode: (number): number | DayName => number,
});
/**
 * Both names of a weekday, which responses include next to the number. On input the names are
 * ignored.
 */
export const weekdayNameFields = { day: maybe(Day), dayOfWeek: maybe(DayOfWeek) };
export const weekdayNames = (number: number) => ({ day: shortDays[number - 1], dayOfWeek: longDays[number - 1] });

/** A period of working time. A break is the gap between two periods of the same day. */
export const WorkingHours = z.object({ weekday, ...weekdayNameFields, start: wallTime, end: wallEnd });

export const StaffMember = z
  .object({
    id: guid,
    revision,
    name: z.string().min(1).max(200),
    /** The job title shown on the site: treneris, trenerė. */
    title: z.string().max(200),
    email: maybe(emailAddress().max(254)),
    phone: maybe(z.string().max(40)),
    description: maybe(z.string().max(4000)),
    /** A picture from the media library. */
    picture: maybe(
      z
        .string()
        .max(2048)
        .regex(/^wix:image:\/\/v1\//, "must be an image of the media library"),
    ),
    /** The user account of this trainer. */
    accountId: maybe(guid),
    /**
     * The maximum number of participants of one session, regardless of the session's capacity;
     * null: no limit.
     */
    maxParticipants: maybe(z.int().min(1).max(1000)),
    sortOrder: z.int(),
    hidden: z.boolean(),
    workingHours: z.array(WorkingHours).max(100),
  })
  .meta({ id: "StaffMember" });
export type StaffMember = z.infer<typeof StaffMember>;

export const ResourceType = z.enum(["WALL", "ROOM", "AUTO_BELAY", "EQUIPMENT", "OTHER"]);
/** A resource that up to `units` sessions can use at the same time. */
export const Resource = z
  .object({
    id: guid,
    revision,
    type: ResourceType,
    name: z.string().min(1).max(200),
    units: z.int().min(1).max(1000),
    locationId: maybe(guid),
    hidden: z.boolean(),
    /** When the resource can be used; if empty: whenever the gym is open. */
    workingHours: z.array(WorkingHours).max(100),
  })
  .meta({ id: "Resource" });
export type Resource = z.infer<typeof Resource>;

/** A time when a trainer does not work or a resource cannot be used. */
export const TimeOff = z
  .object({
    id: guid,
    /** A staff member's or a resource's id. */
    resourceId: guid,
    startDate: instant,
    endDate: instant,
    reason: z.string().max(200),
  })
  .meta({ id: "TimeOff" });
export type TimeOff = z.infer<typeof TimeOff>;

const NewStaff = StaffMember.omit({ id: true, revision: true })
  .partial()
  .extend({ name: z.string().min(1).max(200) });
const NewResource = Resource.omit({ id: true, revision: true })
  .partial()
  .extend({ name: z.string().min(1).max(200), type: ResourceType });
const owner = { access: "owner" } as const;

export const resources = {
  listStaff: endpoint({
    method: "GET",
    path: "/v1/staff",
    access: "visitor",
    input: z.object({}),
    output: z.object({ staff: z.array(StaffMember) }),
    errors: [],
    summary: "Read the trainers. Addresses, telephone numbers, accounts and hidden people are shown to staff only.",
  }),
  createStaff: endpoint({
    method: "POST",
    path: "/v1/staff",
    ...owner,
    input: z.object({ staffMember: NewStaff }),
    output: z.object({ staffMember: StaffMember }),
    errors: ["ACCOUNT_NOT_FOUND"],
    summary: "Add a trainer.",
  }),
  updateStaff: endpoint({
    method: "PATCH",
    path: "/v1/staff/{staffMember.id}",
    ...owner,
    input: z.object({
      staffMember: StaffMember.partial().extend({ id: guid, revision }),
      /**
       * Lowers capacities to the number of sold places where `maxParticipants` is lower; otherwise
       * the change is rejected.
       */
      allowBelowSold: maybe(z.boolean()),
    }),
    output: z.object({ staffMember: StaffMember }),
    errors: ["STAFF_NOT_FOUND", "ACCOUNT_NOT_FOUND", "REVISION_MISMATCH", "CAPACITY_BELOW_SOLD"],
    summary: "Change what is given of a trainer; working hours are replaced as a whole.",
  }),
  removeStaff: endpoint({
    method: "DELETE",
    path: "/v1/staff/{staffId}",
    ...owner,
    input: z.object({ staffId: guid }),
    output: z.object({}),
    errors: ["STAFF_NOT_FOUND", "STAFF_IN_USE"],
    summary: "Remove a trainer who has no sessions ahead.",
  }),
  list: endpoint({
    method: "GET",
    path: "/v1/resources",
    access: "trainer",
    also: ["desk"],
    input: z.object({}),
    output: z.object({ resources: z.array(Resource) }),
    errors: [],
    summary: "Read walls, rooms and equipment.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/resources",
    ...owner,
    input: z.object({ resource: NewResource }),
    output: z.object({ resource: Resource }),
    errors: [],
    summary: "Add a wall, a room or equipment.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/resources/{resource.id}",
    ...owner,
    input: z.object({ resource: Resource.partial().extend({ id: guid, revision }) }),
    output: z.object({ resource: Resource }),
    errors: ["RESOURCE_NOT_FOUND", "REVISION_MISMATCH"],
    summary: "Change what is given of a resource; working hours are replaced as a whole.",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/resources/{resourceId}",
    ...owner,
    input: z.object({ resourceId: guid }),
    output: z.object({}),
    errors: ["RESOURCE_NOT_FOUND", "RESOURCE_IN_USE"],
    summary: "Remove a resource no session ahead uses.",
  }),
  listTimeOff: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/time-off/query",
    access: "trainer",
    also: ["desk"],
    input: z.object({ from: instant, to: instant, resourceIds: maybe(z.array(guid).max(200)) }),
    output: z.object({ timeOff: z.array(TimeOff) }),
    errors: [],
    summary: "Read when people are away and what is closed.",
  }),
  addTimeOff: endpoint({
    method: "POST",
    path: "/v1/time-off",
    ...owner,
    input: z.object({ timeOff: TimeOff.omit({ id: true }) }),
    output: z.object({
      timeOff: TimeOff,
      /**
       * Sessions during the time off that have not been cancelled. The owner decides what happens
       * to each.
       */
      affectedSessionIds: z.array(guid),
    }),
    errors: ["RESOURCE_NOT_FOUND"],
    summary: "Note a time off. Appointments are not offered in it; sessions that exist stay and are named.",
  }),
  removeTimeOff: endpoint({
    method: "DELETE",
    path: "/v1/time-off/{timeOffId}",
    ...owner,
    input: z.object({ timeOffId: guid }),
    output: z.object({}),
    errors: ["TIME_OFF_NOT_FOUND"],
    summary: "Take a time off back.",
  }),
};
