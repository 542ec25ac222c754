import type { contract } from "@uola/contract";
import type { SiteLists } from "@uola/data";
import type { Context, Handlers, PlatformHandlers, PlatformPart } from "@uola/kernel";
import type { CaptchaGate } from "@uola/members";
import { errorReports, errorSweepTask, type Sentry, sentryRelay } from "./errors/errors.ts";
import { history } from "./history/history.ts";
import { inquiries } from "./inquiries/inquiries.ts";
import { measuring, measuringSweepTask } from "./measuring/measuring.ts";
import { calendarHandlers, notifications, reminderTask, type SmsTransport } from "./notifications/notifications.ts";
import { type WebhookSettings, webhooks, webhookTasks } from "./webhooks/webhooks.ts";

export {
  createErrorCollector,
  type ErrorCollector,
  readDsn,
  type Sentry,
} from "./errors/errors.ts";
export { history } from "./history/history.ts";
export { type Counter, createCounter } from "./measuring/measuring.ts";
export {
  gatewaySms,
  notifications,
  type SmsGateway,
  smtpTransport,
  withFailedMails,
} from "./notifications/notifications.ts";
export { type WebhookSettings, webhooks } from "./webhooks/webhooks.ts";

export type MessagingOptions = {
  /** SMS transport. Default: messages are only logged, with masked numbers. */
  sms?: SmsTransport | undefined;
  /** Which addresses webhooks may call. Default: public addresses only. */
  webhooks?: WebhookSettings | undefined;
  /** Where error reports are sent in addition to the admin app. Default: nowhere. */
  sentry?: Sentry | undefined;
};

/**
 * Creates the messaging package: notifications, inquiries, webhooks, change history, error reports
 * and page view statistics.
 */
export function createMessaging(
  context: Context,
  {
    bookings,
    captchaGate,
    siteLists,
    sms,
    webhooks: settings,
    sentry,
  }: MessagingOptions & {
    bookings: Handlers<typeof contract.bookings>;
    captchaGate: Pick<CaptchaGate, "requireProofOfWork">;
    siteLists: SiteLists;
  },
) {
  const mails = notifications(context, { sms });
  const relay = sentry && sentryRelay(context, sentry);
  return {
    handlers: {
      notifications: calendarHandlers(context, bookings),
      inquiries: inquiries(context, captchaGate, siteLists),
      webhooks: webhooks(context, settings),
      history: history(context),
      errorReports: errorReports(context),
      measuring: measuring(context),
    },
    pages: mails.pages,
    services: [mails.service, ...(relay?.services ?? [])],
    tasks: [
      ...mails.tasks,
      ...(relay?.tasks ?? []),
      reminderTask(context),
      ...webhookTasks(context, settings),
      errorSweepTask(context),
      measuringSweepTask(context),
    ],
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers> };
}
