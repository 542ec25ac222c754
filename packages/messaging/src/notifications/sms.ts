import { readBookingLimits } from "@uola/booking";
import { type Context, transact } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { type BookingFacts, readFacts } from "./booking-facts.ts";
import { allowIdleInTransaction } from "./idle-transaction.ts";
import { localeOf } from "./mail-view.ts";
import type { Delivery, Outcome } from "./queue.ts";
import * as store from "./sms-store.ts";
import { e164, reminderText } from "./sms-text.ts";
import { SmsRefused, type SmsTransport } from "./sms-transport.ts";

/** Payload of an outbox row of kind `sms`: a reminder. */
export type SmsRequest = {
  bookingId: string;
  minutesBefore: number;
  /** Start of the session; default: the booking's first session. */
  startDate?: string;
  language?: string | null;
};

/** Daily limit per number. A larger number of messages suggests that somebody else's number was given. */
const perNumber = { per: 86_400, atMost: 5 };

/**
 * Stores a text message once, sends it and records that it was sent. It can be called again for the
 * same id by any process; the row stays locked during sending, so each message is sent by one
 * process at a time.
 */
export function createSmsDelivery({ db, siteId, accounts, now }: Context, transport: SmsTransport) {
  const done = (note: string): Outcome => ({ end: "done", note });

  return async ({ id, payload, last }: Delivery<SmsRequest>): Promise<Outcome> => {
    const { bookingId, startDate, language } = payload;
    const facts = await readFacts(db, siteId, bookingId);
    if (!facts) return { end: "never", note: `There is no booking ${bookingId}.` };
    const recipient = await store.readPhone(db, siteId, bookingId);
    if (!recipient || !new RegExp(e164).test(recipient))
      return done("The booking has no phone number in E.164 format.");
    const { textsTo } = await readBookingLimits(db, siteId);
    if (!textsTo.some((country) => recipient.startsWith(country))) {
      return done("The gym sends no text messages to this country.");
    }
    const start = sessionOf(facts, startDate);
    if (facts.booking.status !== "CONFIRMED" || !start || start <= now()) {
      await store.markOutdated(db, siteId, id);
      return done("The session was moved, was called off or has begun.");
    }
    const locale = localeOf(language);
    const reminded = { gym: facts.gym.name, service: facts.service.name, location: facts.location, start };
    const isOverLimit = async () => (await accounts.limits.take("text message", recipient, perNumber)) > 0;
    if (!(await store.smsExists(db, siteId, id)) && (await isOverLimit())) {
      return done("Not sent: daily limit of this number reached.");
    }
    const text = reminderText(reminded, mailWords(locale), locale);
    await store.insertSms(db, { siteId, id, recipient, text, bookingId, createdDate: now() });

    return transact({ db }, { retry: false }, async (tx): Promise<Outcome> => {
      await allowIdleInTransaction(tx);
      const row = await store.lockSms(tx, siteId, id);
      if (!row) return { end: "again", note: "Another process is sending it." };
      if (row.status === "SENT") return done("It was sent before.");
      const attempts = row.attempts + 1;
      try {
        await transport.send({ to: row.recipient, text: row.text, id });
      } catch (error) {
        const isPermanent = error instanceof SmsRefused;
        const lastError = error instanceof Error ? error.message : String(error);
        await store.updateSms(tx, siteId, id, {
          ...((isPermanent || last) && { status: "FAILED" }),
          attempts,
          lastError,
        });
        return { end: isPermanent ? "never" : "again", note: lastError };
      }
      await store.updateSms(tx, siteId, id, { status: "SENT", attempts, sentDate: now(), lastError: null });
      return done("Sent.");
    });
  };
}

const sessionOf = ({ sessions }: BookingFacts, startDate: string | undefined) =>
  sessions.find(({ start }) => startDate === undefined || start.toISOString() === startDate)?.start;
