import { z } from "zod";
import { captchaTokens } from "./authentication.ts";
import { Booking, BookingInput, limitErrors, ParticipantNotification } from "./bookings.ts";
import { endpoint } from "./endpoint.ts";
import { guid, instant, linkKey, maybe, typedText } from "./wire.ts";

/** WAITING has a position; OFFERED has places held for it until `offerExpiresDate`; the other statuses are final. */
export const WaitlistState = z.enum(["WAITING", "OFFERED", "ACCEPTED", "DECLINED", "LEFT", "LAPSED", "CLOSED"]);
export type WaitlistState = z.infer<typeof WaitlistState>;

/**
 * A party on the waiting list of a session or a whole course. Its booking has the status
 * WAITING_LIST until the offer is accepted.
 */
export const WaitlistEntry = z
  .object({
    id: guid,
    bookingId: guid,
    serviceId: guid,
    scheduleId: guid,
    sessionId: maybe(guid),
    title: z.string(),
    startDate: maybe(instant),
    endDate: maybe(instant),
    totalParticipants: z.int().min(1),
    state: WaitlistState,
    /** The position, counted from 1; missing when the entry is no longer waiting. */
    position: maybe(z.int()),
    /** The number of people ahead of this party. */
    ahead: maybe(z.int()),
    joinedDate: instant,
    offerExpiresDate: maybe(instant),
    /**
     * Whether the places must be paid before they are confirmed: with OFFERED, they are added to
     * the cart (`carts.addOffered`); with ACCEPTED, the order is awaiting payment.
     */
    paidFirst: maybe(z.boolean()),
  })
  .meta({ id: "WaitlistEntry" });
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;

const output = z.object({ entry: WaitlistEntry });
const accepted = z.object({ entry: WaitlistEntry, booking: Booking });
const own = z.object({ entryId: guid });

export const waitlist = {
  join: endpoint({
    method: "POST",
    path: "/v1/waitlist",
    access: "visitor",
    input: z.object({
      booking: BookingInput,
      participantNotification: maybe(ParticipantNotification),
      captchaTokens,
    }),
    output: z.object({ entry: WaitlistEntry, booking: Booking }),
    errors: [
      "SESSION_NOT_FOUND",
      "SCHEDULE_NOT_FOUND",
      "SLOT_NOT_AVAILABLE",
      "BOOKING_POLICY_VIOLATION",
      "INVALID_SERVICE_CHOICES",
      "INVALID_CHOICES",
      "INVALID_DATE_FORMAT",
      "INVALID_TIME_ZONE",
      "RESOURCE_NOT_FOUND",
      "VALIDATION_FAILURE",
      "WAITLIST_DISABLED",
      "WAITLIST_FULL",
      "ALREADY_ON_WAITLIST",
      "PLACES_AVAILABLE",
      ...limitErrors,
    ],
    summary: "Wait for places in a full session or course, with the names of those who would come.",
  }),
  mine: endpoint({
    method: "GET",
    path: "/v1/waitlist/mine",
    access: "visitor",
    input: z.object({}),
    output: z.object({ entries: z.array(WaitlistEntry) }),
    errors: [],
    summary: "Read where one waits and what one is offered.",
  }),
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/waitlist/query",
    access: "trainer",
    also: ["desk"],
    input: z.object({
      sessionId: maybe(guid),
      scheduleId: maybe(guid),
      /** Includes entries that have ended. */
      ended: maybe(z.boolean()),
      limit: maybe(z.int().min(1).max(500)),
    }),
    output: z.object({ entries: z.array(z.object({ entry: WaitlistEntry, booking: Booking })) }),
    errors: [],
    summary: "Read who waits, in order; without a session or schedule, for everything that has not begun.",
  }),
  accept: endpoint({
    method: "POST",
    path: "/v1/waitlist/{entryId}/accept",
    access: "visitor",
    input: own,
    output: accepted,
    errors: [
      "WAITLIST_ENTRY_NOT_FOUND",
      "OFFER_EXPIRED",
      "NOT_OFFERED",
      "PAYMENT_REQUIRED",
      "SLOT_NOT_AVAILABLE",
      "BOOKING_POLICY_VIOLATION",
    ],
    summary: "Take the places one is offered. What is paid only online is ordered instead, by way of the cart.",
  }),
  decline: endpoint({
    method: "POST",
    path: "/v1/waitlist/{entryId}/decline",
    access: "visitor",
    input: own,
    output,
    errors: ["WAITLIST_ENTRY_NOT_FOUND", "NOT_OFFERED"],
    summary: "Refuse the places one is offered; they go to who is next.",
  }),
  leave: endpoint({
    method: "POST",
    path: "/v1/waitlist/{entryId}/leave",
    access: "visitor",
    input: own,
    output,
    errors: ["WAITLIST_ENTRY_NOT_FOUND"],
    summary: "Stop waiting.",
  }),
  /** The secret in the email link authorises the caller; no sign-in is required. */
  readByLink: endpoint({
    method: "GET",
    path: "/v1/waitlist/by-link/{key}",
    access: "anyone",
    input: z.object({ key: linkKey }),
    output,
    errors: ["WAITLIST_ENTRY_NOT_FOUND"],
    summary: "Read the entry a link in a mail is about.",
  }),
  answerByLink: endpoint({
    method: "POST",
    path: "/v1/waitlist/by-link/{key}",
    access: "anyone",
    input: z.object({ key: linkKey, answer: z.enum(["ACCEPT", "DECLINE", "LEAVE"]) }),
    output,
    errors: [
      "WAITLIST_ENTRY_NOT_FOUND",
      "OFFER_EXPIRED",
      "NOT_OFFERED",
      "PAYMENT_REQUIRED",
      "SLOT_NOT_AVAILABLE",
      "BOOKING_POLICY_VIOLATION",
    ],
    summary: "Accept, decline or leave by the link in a mail.",
  }),
  move: endpoint({
    method: "POST",
    path: "/v1/waitlist/{entryId}/move",
    access: "owner",
    also: ["desk"],
    input: z.object({ entryId: guid, position: z.int().min(1), reason: typedText().min(1).max(500) }),
    output,
    errors: ["WAITLIST_ENTRY_NOT_FOUND", "NOT_WAITING"],
    summary: "Put somebody at another position. The reason is kept in the history.",
  }),
  offer: endpoint({
    method: "POST",
    path: "/v1/waitlist/{entryId}/offer",
    access: "owner",
    also: ["desk"],
    input: z.object({ entryId: guid, reason: typedText().min(1).max(500) }),
    output,
    errors: ["WAITLIST_ENTRY_NOT_FOUND", "NOT_WAITING", "NO_OPEN_SPOTS"],
    summary: "Offer free places to somebody out of turn, also at night.",
  }),
};
