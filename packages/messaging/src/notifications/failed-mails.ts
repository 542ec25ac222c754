import type { Context } from "@uola/kernel";
import type { BookingMailRequest } from "./booking-mail.ts";
import * as store from "./mail-store.ts";
import { createQueues, defaultTimings } from "./queue.ts";

export const mailQueueName = (siteId: string) => `mail/${siteId}`;

type FailedMail = { id: string; template: string; recipient: string; error: string; failedDate: Date };
type FailedMails = {
  list(): Promise<FailedMail[]>;
  /**
   * Retries the failed mails with the given ids, or all failed mails if no ids are given. The
   * process that delivers mails sends them. Returns the number of retried mails.
   */
  retry(ids?: string[]): Promise<number>;
};

/**
 * Runs `work` with the failed mails. The queue is opened without a worker, so nothing is delivered
 * by this process.
 */
export async function withFailedMails<Answer>(
  { connection, siteId, log }: Pick<Context, "connection" | "siteId" | "log">,
  work: (mails: FailedMails) => Promise<Answer>,
): Promise<Answer> {
  const queues = createQueues({ connection, log, pace: defaultTimings });
  const deliver = () => Promise.reject(new Error("This process does not deliver mails."));
  const queue = queues.add<Pick<BookingMailRequest, "template">>(mailQueueName(siteId), deliver);
  await queues.open();
  const list = async () =>
    Promise.all(
      (await queue.failed()).map(async ({ id, messageId, payload: { template }, failedDate }) => {
        const mail = await store.find(connection.db, siteId, messageId);
        return { id, template, recipient: mail?.recipient ?? "", error: mail?.lastError ?? "", failedDate };
      }),
    );
  try {
    return await work({ list, retry: queue.retryFailed });
  } finally {
    await queues.stop();
  }
}
