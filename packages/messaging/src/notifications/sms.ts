import { readBookingLimits } from "@uola/booking";
import type { Booking } from "@uola/contract";
import type { Database, Schema } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import type { Selectable } from "kysely";
import { type BookingFacts, readFacts } from "./booking-facts.ts";
import { localeOf } from "./mail-view.ts";
import type { Delivery, Outcome } from "./queue.ts";
import { reminderText } from "./sms-text.ts";
import { SmsRefused, type SmsTransport } from "./sms-transport.ts";
import { allowIdleInTransaction } from "./store.ts";

/** The payload of an outbox row of kind `sms`: a reminder. */
export type SmsOrder = {
  bookingId: string;
  minutesBefore: number;
  /** When the session begins that it is about; without it, the booking's first. */
  startDate?: string;
  language?: string | null;
};
type Sms = Selectable<Schema["sms"]>;

/** One person's day; a number that more people give is somebody's who did not ask for it. */
const perNumber = { per: 86_400, atMost: 5 };

/** Numbers a gateway takes. */
export const e164 = "^\\+[1-9][0-9]{6,14}$";

/**
 * Bring one text message to its end: write it once, send it, remember that it went. It may be called again for the same id, by
 * another process; the row is locked while the gateway has it, so that one row is sent once.
 */
export function createSmsDelivery({ db, siteId, accounts, now }: Context, transport: SmsTransport) {
  const done = (note: string): Outcome => ({ end: "done", note });
  const noteSms = (tx: Database, id: string, to: Partial<Sms>) =>
    tx.updateTable("sms").set(to).where("siteId", "=", siteId).where("id", "=", id).execute();
  const lock = (tx: Database, id: string): Promise<Sms | undefined> => {
    const row = tx.selectFrom("sms").selectAll().where("siteId", "=", siteId).where("id", "=", id);
    return row.forUpdate().skipLocked().executeTakeFirst();
  };

  return async ({ id, payload, last }: Delivery<SmsOrder>): Promise<Outcome> => {
    const { bookingId, startDate, language } = payload;
    const facts = await readFacts(db, siteId, bookingId);
    if (!facts) return { end: "never", note: `There is no booking ${bookingId}.` };
    const recipient = await phoneOf(db, siteId, bookingId);
    if (!recipient) return done("The booking has no telephone number that can be written to.");
    const { textsTo } = await readBookingLimits(db, siteId);
    if (!textsTo.some((country) => recipient.startsWith(country))) {
      return done("The gym sends no text messages to this country.");
    }
    const start = sessionOf(facts, startDate);
    if (facts.booking.status !== "CONFIRMED" || !start || start <= now()) {
      const live = db.updateTable("sms").set({ status: "OUTDATED" }).where("siteId", "=", siteId).where("id", "=", id);
      await live.where("status", "!=", "SENT").execute();
      return done("It is not so any more.");
    }
    const locale = localeOf(language);
    const reminded = { gym: facts.gym.name, service: facts.service.name, place: facts.place, start };
    const before = db.selectFrom("sms").select("id").where("siteId", "=", siteId).where("id", "=", id);
    if (!(await before.executeTakeFirst()) && (await accounts.limits.take("text message", recipient, perNumber)) > 0) {
      return done("Not sent: this number had enough of them today.");
    }
    const text = reminderText(reminded, mailWords(locale), locale);
    await db
      .insertInto("sms")
      .values({ siteId, id, recipient, text, bookingId, createdDate: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();

    return transact({ db }, { retry: false }, async (tx): Promise<Outcome> => {
      await allowIdleInTransaction(tx);
      const row = await lock(tx, id);
      if (!row) return { end: "again", note: "Another process is sending it." };
      if (row.status === "SENT") return done("It was sent before.");
      const attempts = row.attempts + 1;
      try {
        await transport.send({ to: row.recipient, text: row.text, id });
      } catch (error) {
        const never = error instanceof SmsRefused;
        const lastError = error instanceof Error ? error.message : String(error);
        await noteSms(tx, id, { ...((never || last) && { status: "FAILED" }), attempts, lastError });
        return { end: never ? "never" : "again", note: lastError };
      }
      await noteSms(tx, id, { status: "SENT", attempts, sentDate: now(), lastError: null });
      return done("Sent.");
    });
  };
}

const sessionOf = ({ sessions }: BookingFacts, startDate: string | undefined) =>
  sessions.find(({ start }) => startDate === undefined || start.toISOString() === startDate)?.start;

async function phoneOf(db: Database, siteId: string, bookingId: string): Promise<string | undefined> {
  const row = db
    .selectFrom("booking")
    .select("contactDetails")
    .where("siteId", "=", siteId)
    .where("id", "=", bookingId);
  const { phone } = ((await row.executeTakeFirst())?.contactDetails ?? {}) as NonNullable<Booking["contactDetails"]>;
  return phone && new RegExp(e164).test(phone) ? phone : undefined;
}
