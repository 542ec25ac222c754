import type { contract } from "@uola/contract";
import type { Context, Handlers, PlatformHandlers, PlatformPart } from "@uola/kernel";
import { history } from "./history/history.ts";
import { calendarHandlers, notifications, reminderTask, type SmsTransport } from "./notifications/notifications.ts";
import { type WebhookSettings, webhooks, webhookTasks } from "./webhooks/webhooks.ts";

export { history } from "./history/history.ts";
export {
  gatewaySms,
  notifications,
  type SmsGateway,
  smtpTransport,
  withFailedMails,
} from "./notifications/notifications.ts";
export { type WebhookSettings, webhooks } from "./webhooks/webhooks.ts";

export type MessagingOptions = {
  /** Default: messages are only logged, with masked numbers. */
  sms?: SmsTransport | undefined;
  /** Which addresses webhooks may lead to. Default: public addresses only. */
  webhooks?: WebhookSettings | undefined;
};

/** Notifications, webhooks and the history of changes. */
export function createMessaging(
  context: Context,
  { bookings, sms, webhooks: settings }: MessagingOptions & { bookings: Handlers<typeof contract.bookings> },
) {
  const mails = notifications(context, { sms });
  return {
    handlers: {
      notifications: calendarHandlers(context, bookings),
      webhooks: webhooks(context, settings),
      history: history(context),
    },
    pages: mails.pages,
    services: [mails.service],
    tasks: [...mails.tasks, reminderTask(context), ...webhookTasks(context, settings)],
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers> };
}
