import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, instant, linkKey, maybe } from "./wire.ts";

/** The secret URL of a calendar feed. */
export const CalendarFeed = z
  .object({
    id: guid,
    /**
     * PERSON: a person's bookings; TRAINER: a trainer's sessions; GROUP: the dates of a class or
     * course.
     */
    kind: z.enum(["PERSON", "TRAINER", "GROUP"]),
    subjectId: maybe(guid),
    name: z.string(),
    createdDate: instant,
  })
  .meta({ id: "CalendarFeed" });
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const notifications = {
  calendarLink: endpoint({
    method: "GET",
    path: "/v1/bookings/{bookingId}/calendar-link",
    access: "visitor",
    input: z.object({ bookingId: guid }),
    output: z.object({
      url: z.string(),
      /** For a guest booking: the URL of the booking's page, as linked in the email. */
      manageUrl: z.string().optional(),
    }),
    errors: ["BOOKING_NOT_FOUND"],
    summary: "Read the address of a booking's calendar file. The address opens without a token, as calendars need it.",
  }),
  calendarLinkByLink: endpoint({
    method: "GET",
    path: "/v1/bookings/by-link/{key}/calendar-link",
    access: "anyone",
    input: z.object({ key: linkKey }),
    output: z.object({ url: z.string() }),
    errors: ["BOOKING_NOT_FOUND"],
    summary: "Read the address of the calendar file of the booking that a link in a mail is about.",
  }),
  feeds: endpoint({
    method: "GET",
    path: "/v1/calendar-feeds",
    access: "member",
    input: z.object({}),
    output: z.object({ feeds: z.array(CalendarFeed) }),
    errors: [],
    summary: "Read one's own feeds. An address is shown only where it is made.",
  }),
  createFeed: endpoint({
    method: "POST",
    path: "/v1/calendar-feeds",
    access: "member",
    input: z.object({
      kind: CalendarFeed.shape.kind,
      /** The id of a trainer or a schedule. Not needed for one's own bookings. */
      subjectId: maybe(guid),
    }),
    output: z.object({ feed: CalendarFeed, url: z.string(), googleUrl: z.string(), outlookUrl: z.string() }),
    errors: ["STAFF_NOT_FOUND", "SCHEDULE_NOT_FOUND", "TOO_MANY_FEEDS"],
    summary:
      "Make a secret address a calendar program can follow: one's bookings, a trainer's sessions, a group's dates.",
  }),
  removeFeed: endpoint({
    method: "DELETE",
    path: "/v1/calendar-feeds/{feedId}",
    access: "member",
    input: z.object({ feedId: guid }),
    output: z.object({}),
    errors: ["FEED_NOT_FOUND"],
    summary: "End a feed's address.",
  }),
};
