import { z } from "zod";
import { captchaTokens } from "./authentication.ts";
import { Slot } from "./availability.ts";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe } from "./wire.ts";

/** Places held for a person who is filling in the form. They are released at `expiresDate`. */
export const Hold = z
  .object({
    id: guid,
    serviceId: guid,
    scheduleId: guid,
    /** The session; null when a whole course is held. */
    sessionId: maybe(guid),
    totalParticipants: z.int().min(1),
    expiresDate: instant,
    /** A hold can be renewed once. */
    renewable: z.boolean(),
    /** PAYING: the hold is waiting for a payment and expires with it. */
    state: z.enum(["OPEN", "PAYING"]),
  })
  .meta({ id: "Hold" });
export type Hold = z.infer<typeof Hold>;

const output = z.object({ hold: Hold });
const input = z.object({ holdId: guid });

export const holds = {
  create: endpoint({
    method: "POST",
    path: "/v1/holds",
    access: "visitor",
    input: z.object({
      /** Exactly one of a slot (a session, or the time of an appointment) and a course's schedule. */
      slot: maybe(Slot),
      schedule: maybe(z.object({ scheduleId: guid })),
      totalParticipants: z.int().min(1).max(1000),
      captchaTokens,
    }),
    output,
    errors: [
      "SESSION_NOT_FOUND",
      "SCHEDULE_NOT_FOUND",
      "SLOT_NOT_AVAILABLE",
      "RESOURCE_NOT_FOUND",
      "INVALID_DATE_FORMAT",
      "INVALID_TIME_ZONE",
      "SESSION_CAPACITY_EXCEEDED",
      "SCHEDULE_CAPACITY_EXCEEDED",
      "BOOKING_POLICY_VIOLATION",
      "TOO_MANY_HOLDS",
      "MEMBERS_ONLY",
      "-19971",
      "-19970",
    ],
    summary:
      "Keep places while a form is open. They count as sold until the hold ends. The same Idempotency-Key gets the same hold.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/holds/{holdId}",
    access: "visitor",
    input,
    output,
    errors: ["HOLD_NOT_FOUND"],
    summary: "Read one's own hold.",
  }),
  change: endpoint({
    method: "POST",
    path: "/v1/holds/{holdId}/change",
    access: "visitor",
    input: z.object({ holdId: guid, totalParticipants: z.int().min(1).max(1000), captchaTokens }),
    output,
    errors: [
      "HOLD_NOT_FOUND",
      "HOLD_NOT_CHANGEABLE",
      "BOOKING_POLICY_VIOLATION",
      "SESSION_CAPACITY_EXCEEDED",
      "SCHEDULE_CAPACITY_EXCEEDED",
      "TOO_MANY_HOLDS",
      "MEMBERS_ONLY",
      "-19971",
      "-19970",
    ],
    summary: "Hold more or fewer places. The deadline stays as it is.",
  }),
  renew: endpoint({
    method: "POST",
    path: "/v1/holds/{holdId}/renew",
    access: "visitor",
    input,
    output,
    errors: ["HOLD_NOT_FOUND", "HOLD_NOT_RENEWABLE", "BOOKING_POLICY_VIOLATION"],
    summary: "Begin the time of a hold anew, once.",
  }),
  freeze: endpoint({
    method: "POST",
    path: "/v1/holds/{holdId}/freeze",
    access: "owner",
    input: z.object({ holdId: guid, seconds: z.int().min(1).max(3600) }),
    output,
    errors: ["HOLD_NOT_FOUND"],
    summary: "Keep a hold for as long as a payment provider takes.",
  }),
  release: endpoint({
    method: "DELETE",
    path: "/v1/holds/{holdId}",
    access: "visitor",
    input,
    output: z.object({}),
    errors: [],
    summary: "Give held places back. Doing it twice, too late, or with another's hold changes nothing.",
  }),
};
