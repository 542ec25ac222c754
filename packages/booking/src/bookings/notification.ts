import { hashedSubject } from "@uola/accounts";
import type { Caller } from "@uola/kernel";
import { type MailTemplate, mailTemplateByStatus, seesAll } from "./rules.ts";
import type { BookingRow } from "./to-booking.ts";

/**
 * The notification settings of a request: whether participants get a mail about a change, and the
 * message in it.
 */
export type Notification = { notifyParticipants?: boolean | null; message?: string | null } | null | undefined;

/**
 * Returns the notification without its message unless staff wrote it, because the message appears
 * in a mail sent by the gym.
 */
export function permittedNotification(actor: Caller | { kind: "system" }, notification: Notification): Notification {
  return notification?.message && isNotStaff(actor) ? { ...notification, message: null } : notification;
}
const isNotStaff = (actor: Caller | { kind: "system" }) => "role" in actor && !seesAll(actor);

/**
 * Returns the cause of a mail that was not triggered by staff. The number of mails caused by one
 * network is limited.
 */
export const causeOf = (actor: Caller | { kind: "system" }, network?: string): { caused?: MailCause } =>
  isNotStaff(actor) ? { caused: network ? { network: hashedSubject(network).hash } : {} } : {};
/** `network`: the hash under which the mails of that network are counted. */
export type MailCause = { network?: string };

/** A course session that was moved; `to` is null if it was canceled. */
export type ChangedSession = { from: Times; to: Times | null };
type Times = { startDate: string; endDate: string };

export type NotificationOptions = {
  /** Defaults to the mail for the booking's status; null sends no mail. */
  template?: MailTemplate | null;
  notification?: Notification;
  /** The actor that caused the mail, and the network of the request. */
  actor: Caller | { kind: "system" };
  network?: string | undefined;
  /** Whether to send the mail even if the request did not ask for a notification. */
  always: boolean;
  /** Sessions of the booking's course that were moved or canceled. */
  lessons?: readonly ChangedSession[] | undefined;
  language: string;
};

/** Returns the payload of the mail about a booking in its current state; undefined if no mail is sent. */
export function notificationFor(row: BookingRow, options: NotificationOptions) {
  const { template, notification, actor, network, always, lessons, language } = options;
  const chosen = template === undefined ? mailTemplateByStatus[row.status] : template;
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
