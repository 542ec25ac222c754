import { hashedSubject } from "@uola/accounts";
import type { BookingStatus } from "@uola/contract";
import type { Caller } from "@uola/kernel";
import { type MailTemplate, mailOf, seesAll } from "./rules.ts";
import type { BookingRow } from "./to-booking.ts";

/** Whether people get a mail about a change, and with which message: the shape on the wire. */
export type Notification = { notifyParticipants?: boolean | null; message?: string | null } | null | undefined;

/** The notification without its message, unless staff wrote it: the message stands in a mail of the gym. */
export function permittedNotification(actor: Caller | { kind: "system" }, notification: Notification): Notification {
  return notification?.message && isNotStaff(actor) ? { ...notification, message: null } : notification;
}
const isNotStaff = (actor: Caller | { kind: "system" }) => "role" in actor && !seesAll(actor);

/** Who caused a mail, if it was not staff: how many mails leave for one network is limited. */
export const causeOf = (actor: Caller | { kind: "system" }, network?: string): { caused?: MailCause } =>
  isNotStaff(actor) ? { caused: network ? { network: hashedSubject(network).hash } : {} } : {};
/** `network`: the hash under which its mails are counted. */
export type MailCause = { network?: string };

/** A session of a course that was moved; `to` is null when it was called off. */
export type ChangedSession = { from: Times; to: Times | null };
type Times = { startDate: string; endDate: string };

export type NotificationOptions = {
  /** By default the mail of the booking's status; null: no mail. */
  template?: MailTemplate | null;
  notification?: Notification;
  /** Who caused the mail, and from which network. */
  actor: Caller | { kind: "system" };
  network?: string | undefined;
  /** The mail is sent even if nobody asked for it. */
  always: boolean;
  /** Sessions of the booking's course that were moved or called off. */
  lessons?: readonly ChangedSession[] | undefined;
  language: string;
};

/** The payload of the mail about a booking as it is now; undefined where nobody gets one. */
export function notificationFor(row: BookingRow, options: NotificationOptions) {
  const { template, notification, actor, network, always, lessons, language } = options;
  const chosen = template === undefined ? mailOf[row.status as BookingStatus] : template;
  const isRequested = notification?.notifyParticipants === true;
  if (!chosen || !row.contactEmail || !(isRequested || always)) return undefined;
  const message = isRequested && notification?.message ? { message: notification.message } : {};
  const about = lessons && lessons.length > 0 ? { lessons } : {};
  return {
    template: chosen,
    bookingId: row.id,
    revision: row.revision,
    language,
    ...causeOf(actor, network),
    ...message,
    ...about,
  };
}
