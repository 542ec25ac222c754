import { hashedSubject } from "@uola/accounts";
import type { BookingStatus } from "@uola/contract";
import type { Caller } from "@uola/kernel";
import { type MailTemplate, mailOf, seesAll } from "./rules.ts";
import type { BookingRow } from "./store.ts";

/** What people asked to be told, in the wire's words. */
export type Notification = { notifyParticipants?: boolean | null; message?: string | null } | null | undefined;

/** What is told as it was wished; words of one's own are told only for those who work here: they stand in the gym's mails. */
export function permittedNotification(actor: Caller | { kind: "system" }, notification: Notification): Notification {
  return notification?.message && isNotStaff(actor) ? { ...notification, message: null } : notification;
}
const isNotStaff = (actor: Caller | { kind: "system" }) => "role" in actor && !seesAll(actor);

/** What a mail's order says of those who caused it and do not work here: how many of them leave is limited. */
export const causeOf = (actor: Caller | { kind: "system" }, network?: string): { caused?: MailCause } =>
  isNotStaff(actor) ? { caused: network ? { network: hashedSubject(network).hash } : {} } : {};
/** `network`: by what it is counted. */
export type MailCause = { network?: string };

/** A lesson of a course that is moved, or (null) called off. */
export type ChangedSession = { from: Times; to: Times | null };
type Times = { startDate: string; endDate: string };

export type NotificationOptions = {
  /** Without one, that of the status the booking has reached; null: nothing is told. */
  template?: MailTemplate | null;
  notification?: Notification;
  /** Who caused it, and from where. */
  actor: Caller | { kind: "system" };
  network?: string | undefined;
  /** The person acted for themselves, or is to hear of it whoever acted. */
  always: boolean;
  /** Lessons of its course that are not as they were. */
  lessons?: readonly ChangedSession[] | undefined;
  language: string | null | undefined;
};

/** The payload for the mail queue about a booking as it is now, if somebody is to be told. */
export function notificationFor(row: BookingRow, options: NotificationOptions) {
  const { template, notification, actor, network, always, lessons, language } = options;
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
    ...causeOf(actor, network),
    ...message,
    ...about,
  };
}
