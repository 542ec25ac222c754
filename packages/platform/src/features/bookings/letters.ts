import type { BookingStatus } from "@uola/contract";
import type { Caller } from "../../kernel/callers.ts";
import { type MailTemplate, mailOf, seesAll } from "./rules.ts";
import type { BookingRow } from "./store.ts";

/** What people asked to be told, in the wire's words. */
export type Notification = { notifyParticipants?: boolean | null; message?: string | null } | null | undefined;

/** What is told as it was wished; words of one's own are told only for those who work here: they stand in the gym's mails. */
export function toldBy(actor: Caller | { kind: "system" }, notification: Notification): Notification {
  if (!notification?.message || actor.kind === "system" || seesAll(actor)) return notification;
  return { ...notification, message: null };
}

/** A lesson of a course that is moved, or (null) called off. */
export type ChangedLesson = { from: Times; to: Times | null };
type Times = { startDate: string; endDate: string };

export type Telling = {
  /** Without one, that of the status the booking has reached; null: nothing is told. */
  template?: MailTemplate | null;
  notification?: Notification;
  /** The person acted for themselves, or is to hear of it whoever acted. */
  always: boolean;
  /** Lessons of its course that are not as they were. */
  lessons?: readonly ChangedLesson[] | undefined;
  language: string | null | undefined;
};

/** The payload for the mail queue about a booking as it is now, if somebody is to be told. */
export function letterOf(row: BookingRow, { template, notification, always, lessons, language }: Telling) {
  const chosen = template === undefined ? mailOf[row.status as BookingStatus] : template;
  const asked = notification?.notifyParticipants === true;
  if (!chosen || !row.contactEmail || !(asked || always)) return undefined;
  const message = asked && notification?.message ? { message: notification.message } : {};
  const about = lessons && lessons.length > 0 ? { lessons } : {};
  return {
    template: chosen,
    bookingId: row.id,
    revision: row.revision,
    language: language ?? "lt",
    ...message,
    ...about,
  };
}
