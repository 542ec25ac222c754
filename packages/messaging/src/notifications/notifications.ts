/**
 * Mails and text messages, and the calendars that people subscribe to.
 *
 * A feature writes a message request to the `outbox` in its own transaction. From there:
 * 1. outbox → queue: `outbox-relay.ts` moves requests to the queues of `queue.ts`. `reminders.ts`
 *    writes requests that are due.
 * 2. queue → data: `booking-mail.ts`, `waitlist-mail.ts`, `account-mail.ts`, `voucher-mail.ts`,
 *    `pass-mail.ts`, `order-mail.ts`, `inquiry-mail.ts` and `sms.ts` read the current data and skip
 *    the message if its reason no longer applies.
 * 3. data → content: `booking-view.ts`, `waitlist-view.ts`, `account-view.ts`, `voucher-view.ts`,
 *    `pass-view.ts`, `order-view.ts` and `inquiry-view.ts` choose the words; `mail-html.ts`,
 *    `mail-text.ts` and `mail-images.ts` render a mail, `sms-text.ts` a text message.
 * 4. sending: `mail-delivery.ts` stores each mail and passes it to `smtp-transport.ts`; `sms.ts`
 *    does the same with `sms-transport.ts`.
 *
 * `booking-calendar.ts` and `feeds.ts` serve calendar files; `mailbox.ts` shows the mails of a
 * demo; `failed-mails.ts` retries permanently failed mails.
 */
import type { AccountMail } from "@uola/accounts";
import type { OrderMail, PassMail, VoucherMail } from "@uola/commerce";
import type { contract } from "@uola/contract";
import type { BackgroundService, BackgroundTask, Context, Handlers, PageHandlers } from "@uola/kernel";
import { accountMail } from "./account-mail.ts";
import { bookingCalendarHandlers, bookingCalendarPages } from "./booking-calendar.ts";
import { type BookingMailRequest, bookingMail } from "./booking-mail.ts";
import { calendarLinks } from "./calendar-link.ts";
import { mailQueueName } from "./failed-mails.ts";
import { feedHandlers, feedPages } from "./feeds.ts";
import { type InquiryMailRequest, inquiryMail } from "./inquiry-mail.ts";
import { createDelivery } from "./mail-delivery.ts";
import { mailbox } from "./mailbox.ts";
import { orderMail } from "./order-mail.ts";
import { outboxRelayTask } from "./outbox-relay.ts";
import { passMail } from "./pass-mail.ts";
import { createQueues, defaultTimings, type Failed, type QueueTimings } from "./queue.ts";
import { createSmsDelivery, type SmsRequest } from "./sms.ts";
import { logSms, type SmsTransport } from "./sms-transport.ts";
import { voucherMail } from "./voucher-mail.ts";
import { type WaitlistMailRequest, waitlistMail } from "./waitlist-mail.ts";

export { readGym } from "./booking-facts.ts";
export type { BookingMailRequest } from "./booking-mail.ts";
export { withFailedMails } from "./failed-mails.ts";
export type { InquiryMailRequest } from "./inquiry-mail.ts";
export { outboxRelayTask } from "./outbox-relay.ts";
export { createQueues, defaultTimings, type QueueTimings } from "./queue.ts";
export { reminderTask } from "./reminders.ts";
export { gatewaySms, type SmsGateway, type SmsTransport } from "./sms-transport.ts";
export { smtpTransport } from "./smtp-transport.ts";

/** Payload of an outbox row of kind `mail`. */
type Order =
  | BookingMailRequest
  | WaitlistMailRequest
  | AccountMail
  | VoucherMail
  | PassMail
  | OrderMail
  | InquiryMailRequest;

export type Notifications = {
  /** The workers of the queues. */
  service: BackgroundService;
  /** The relays from the outbox to the queues. */
  tasks: BackgroundTask[];
  /** Calendars and, in the demo, the mailbox. */
  pages: PageHandlers;
  /** Mails that failed permanently. */
  failed(): Promise<Failed<Order>[]>;
  /** Retries permanently failed mails; without ids, all of them. Returns their number. */
  retryFailed(ids?: string[]): Promise<number>;
};

/** Handlers for the calendar links of bookings and for calendar feeds. */
export function calendarHandlers(
  context: Context,
  bookings: Pick<Handlers<typeof contract.bookings>, "queryExtended" | "readByLink">,
): Handlers<typeof contract.notifications> {
  return { ...feedHandlers(context), ...bookingCalendarHandlers(context, bookings) };
}

/** Delivers the messages requested in the outbox as mails and text messages. */
export function notifications(
  context: Context,
  { pace = defaultTimings, sms = logSms(context.log) }: { pace?: QueueTimings; sms?: SmsTransport | undefined } = {},
): Notifications {
  const { db, siteId, connection, log, urls } = context;
  const writeBookingMail = bookingMail(context, calendarLinks(context, urls.platform));
  const writeWaitlistMail = waitlistMail(context);
  const writeAccountMail = accountMail(context);
  const writeVoucherMail = voucherMail(context);
  const writePassMail = passMail(context);
  const writeOrderMail = orderMail(context);
  const writeInquiryMail = inquiryMail(context);
  const deliverMail = createDelivery<Order>(context, (order) => {
    if ("inquiryId" in order) return writeInquiryMail(order);
    if ("entryId" in order) return writeWaitlistMail(order);
    if ("orderId" in order) return writeOrderMail(order);
    if ("voucherId" in order) return writeVoucherMail(order);
    if ("passId" in order) return writePassMail(order);
    return "bookingId" in order ? writeBookingMail(order) : writeAccountMail(order);
  });
  const queues = createQueues({ connection, log, pace });
  const mails = queues.add<Order>(mailQueueName(siteId), deliverMail);
  const everyMs = pace.relayEveryMs;
  const texts = queues.add<SmsRequest>(`sms/${siteId}`, createSmsDelivery(context, sms));
  return {
    service: { start: queues.start, stop: queues.stop },
    tasks: [
      outboxRelayTask({ db, siteId, kind: "mail", queue: mails, everyMs }),
      outboxRelayTask({ db, siteId, kind: "sms", queue: texts, everyMs }),
    ],
    failed: mails.failed,
    retryFailed: mails.retryFailed,
    pages: { ...bookingCalendarPages(context), ...feedPages(context), ...mailbox(context) },
  };
}
