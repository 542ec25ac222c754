import type { AccountMail } from "@uola/accounts";
import type { contract } from "@uola/contract";
import {
  type BackgroundService,
  type BackgroundTask,
  type Context,
  type Handlers,
  type PageHandlers,
  Refusal,
} from "@uola/kernel";
import { words } from "@uola/words/mail";
import { accountMail } from "./account-mail.ts";
import { readFacts } from "./booking-facts.ts";
import { bookingMail, type MailOrder } from "./booking-mail.ts";
import { calendarFile } from "./calendar.ts";
import { calendarLinks } from "./calendar-link.ts";
import { feedHandlers, feedPagesOf } from "./feeds.ts";
import { createDelivery } from "./mail-delivery.ts";
import { localeOf } from "./mail-view.ts";
import { mailbox } from "./mailbox.ts";
import { outboxRelayTask } from "./outbox-relay.ts";
import { createQueue, defaultPace, type Failed, type QueuePace } from "./queue.ts";
import { createSmsDelivery, type SmsOrder } from "./sms.ts";
import { logSms, type SmsTransport } from "./sms-transport.ts";
import * as store from "./mail-store.ts";
import { type WaitlistOrder, waitlistMail } from "./waitlist-mail.ts";

export type { MailOrder } from "./booking-mail.ts";
export { reminderTask } from "./reminders.ts";
export { gatewaySms, type SmsGateway, type SmsTransport } from "./sms-transport.ts";
export { smtpTransport } from "./smtp-transport.ts";

/** What the outbox holds under the kind `mail`. */
type Order = MailOrder | WaitlistOrder | AccountMail;

export type Notifications = {
  /** The workers of the queues. */
  service: BackgroundService;
  /** What hands the outbox on to the queues. */
  tasks: BackgroundTask[];
  /** Calendars and, in demo, the mailbox. */
  pages: PageHandlers;
  /** Mails that ended in failure; nobody tries them again by itself. */
  failed(): Promise<Failed<Order>[]>;
  /** Try failed mails once more; without ids, all of them. Returns how many. */
  retryFailed(ids?: string[]): Promise<number>;
};

/** Who may see a booking may have the address of its calendar file; who has an account may follow calendars. */
export function calendarHandlers(
  context: Context,
  { queryExtended }: Pick<Handlers<typeof contract.bookings>, "queryExtended">,
): Handlers<typeof contract.notifications> {
  const links = calendarLinks(context, context.urls.platform);
  return {
    ...feedHandlers(context),
    async calendarLink({ bookingId }, call) {
      const { extendedBookings } = await queryExtended({ query: { filter: { id: bookingId } } }, call);
      if (extendedBookings.length === 0) throw new Refusal("BOOKING_NOT_FOUND", `No booking ${bookingId}.`, 404);
      return { url: await links.linkTo(bookingId) };
    },
  };
}

const queueName = (siteId: string) => `mail/${siteId}`;

type FailedMail = { id: string; template: string; recipient: string; error: string; failedDate: Date };
type FailedMails = {
  list(): Promise<FailedMail[]>;
  /** Try them once more, whoever delivers mails; without ids, all of them. Returns how many. */
  retry(ids?: string[]): Promise<number>;
};

/** The mails nobody tries any more, for as long as `work` looks at them. Nothing is delivered meanwhile. */
export async function withFailedMails<Answer>(
  { connection, siteId, log }: Pick<Context, "connection" | "siteId" | "log">,
  work: (mails: FailedMails) => Promise<Answer>,
): Promise<Answer> {
  const deliver = () => Promise.reject(new Error("Nothing is delivered here."));
  const queue = createQueue<Order>({ connection, name: queueName(siteId), log, pace: defaultPace, deliver });
  await queue.open();
  const list = async () =>
    Promise.all(
      (await queue.failed()).map(async ({ id, effectId, payload: { template }, failedDate }) => {
        const mail = await store.find(connection.db, siteId, effectId);
        return { id, template, recipient: mail?.recipient ?? "", error: mail?.lastError ?? "", failedDate };
      }),
    );
  try {
    return await work({ list, retry: queue.retryFailed });
  } finally {
    await queue.stop();
  }
}

/** Bring to people what other features left in the outbox. */
export function notifications(
  context: Context,
  { pace = defaultPace, sms = logSms(context.log) }: { pace?: QueuePace; sms?: SmsTransport | undefined } = {},
): Notifications {
  const { db, siteId, connection, log, urls } = context;
  const links = calendarLinks(context, urls.platform);
  const [ofBooking, ofWaiting, ofAccount] = [bookingMail(context, links), waitlistMail(context), accountMail(context)];
  const deliver = createDelivery<Order>(context, (order) =>
    "entryId" in order ? ofWaiting(order) : "bookingId" in order ? ofBooking(order) : ofAccount(order),
  );
  const queue = createQueue<Order>({ connection, name: queueName(siteId), log, pace, deliver });
  const texts = createQueue<SmsOrder>({
    connection,
    name: `sms/${siteId}`,
    log,
    pace,
    deliver: createSmsDelivery(context, sms),
  });
  return {
    service: {
      async start() {
        await queue.start();
        await texts.start();
      },
      async stop() {
        await Promise.all([queue.stop(), texts.stop()]);
      },
    },
    tasks: [
      outboxRelayTask({ db, siteId, kind: "mail", queue }),
      outboxRelayTask({ db, siteId, kind: "sms", queue: texts }),
    ],
    failed: queue.failed,
    retryFailed: queue.retryFailed,
    pages: {
      "GET /v1/bookings/{bookingId}/calendar.ics": async (request) => {
        const { pathname, searchParams } = new URL(request.url);
        const bookingId = pathname.split("/")[3] ?? "";
        const known = await links.opens(bookingId, searchParams.get("key") ?? "");
        const facts = known ? await readFacts(db, siteId, bookingId) : undefined;
        if (!facts) throw new Refusal("BOOKING_NOT_FOUND", "There is no such booking, or the link is not whole.", 404);
        const translate = words(localeOf(searchParams.get("language")));
        return new Response(calendarFile(facts, translate, `${urls.site}/account/?booking=${facts.booking.id}`), {
          headers: {
            "content-type": "text/calendar; charset=utf-8",
            "content-disposition": `attachment; filename="${translate("calendar.file")}"`,
            "cache-control": "private, no-store",
          },
        });
      },
      ...feedPagesOf(context),
      ...mailbox(context),
    },
  };
}
