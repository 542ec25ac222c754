import { createHash } from "node:crypto";
import type { MailCause } from "@uola/booking";
import type { Database } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import type { Locale } from "@uola/words";
import { sql } from "kysely";
import type { SendMailOptions } from "nodemailer";
import type { Gym } from "./booking-facts.ts";
import type { Delivery, Outcome } from "./queue.ts";
import { refusedForGood } from "./smtp-transport.ts";
import * as store from "./store.ts";

export type RenderedMail = { subject: string; html: string; text: string; language: Locale; parts: store.Part[] };

/** A mail that is to be written, with everything that decides whether it still is. */
export type PreparedMail = {
  recipient: string;
  /** Set where how many of such mails leave is limited. */
  caused?: MailCause | undefined;
  gym: Gym;
  template: string;
  bookingId: string | null;
  /** What stands in place of a mail that lets in whoever reads it, once it need not be read here any more. */
  afterwards: Pick<RenderedMail, "subject" | "html" | "text"> | undefined;
  /** Nothing when what it is about ended meanwhile. */
  write(tx: Database): Promise<RenderedMail | undefined>;
};
/** `outdated` mails were true once; what was written of them is not sent any more. */
export type SkippedMail =
  | { end: "never" | "done"; note: string }
  | ({ end: "outdated"; note: string } & Partial<Pick<PreparedMail, "afterwards">>);
/** Reads an order as things stand now. */
export type MailWriter<Order> = (order: Order) => Promise<PreparedMail | SkippedMail>;

/**
 * Bring one ordered mail to its end: render it once, send it, remember that it went.
 * It may be called again for the same id, by another process, after a crash at any point.
 */
export function createDelivery<Order>(
  { db, siteId, accounts, mail: transport, demo, now, log }: Context,
  read: MailWriter<Order>,
) {
  const done = (note: string): Outcome => ({ end: "done", note });
  /** In demo the mailbox goes on showing everything. */
  const withoutSecret = (letter: PreparedMail | SkippedMail) =>
    demo || !("afterwards" in letter) ? undefined : letter.afterwards;

  /** Keep what the mail says. Workers take turns, so that a link made by one is not ended by one made by another. */
  const rendered = (id: string, letter: PreparedMail): Promise<boolean> =>
    transact({ db }, async (tx) => {
      await sql`select pg_advisory_xact_lock(${lockOf(siteId, id)}::bigint)`.execute(tx);
      const known = await store.find(tx, siteId, id);
      // Of one that failed with a secret only a note is left, so it is written anew.
      if (known && !(known.status === "FAILED" && withoutSecret(letter))) return true;
      const mail = await letter.write(tx);
      if (!mail) return false;
      const { recipient, bookingId, template } = letter;
      const { parts, language, ...said } = mail;
      const kept = transport ? said : (withoutSecret(letter) ?? said);
      const row = { siteId, id, recipient, bookingId, template, language, createdDate: now(), ...kept };
      if (known) await store.updateMail(tx, siteId, id, { status: "RENDERED", ...kept });
      else await store.insertMail(tx, row, parts);
      return true;
    });

  async function isTooMany({ caused, recipient }: PreparedMail): Promise<boolean> {
    if (!caused) return false;
    const network = caused.network ? { hash: caused.network } : undefined;
    return (await accounts.limits.takeMail({ address: recipient.toLowerCase(), network })) > 0;
  }

  return async ({ id, payload, last }: Delivery<Order>): Promise<Outcome> => {
    const known = await store.find(db, siteId, id);
    if (known?.status === "SENT") return done("It was sent before.");
    const letter = await read(payload);
    const outdated = async (note: string) => {
      await store.updateMail(db, siteId, id, { status: "OUTDATED", ...withoutSecret(letter) });
      return done(note);
    };
    if ("end" in letter) return letter.end === "outdated" ? outdated(letter.note) : letter;
    if (!known && (await isTooMany(letter))) {
      log.warn(
        { mail: id, template: letter.template },
        "a mail was not sent: too many are caused for its address or by its network",
      );
      return done("Not sent: too many mails were caused for this address or by this network.");
    }
    if (!(await rendered(id, letter))) return outdated("What it is about has ended.");
    if (!transport) return done("Kept, not sent: there is no mail server.");

    // The row stays locked while the server has the mail, so that a second worker cannot send it meanwhile.
    return transact({ db }, { retry: false }, async (tx): Promise<Outcome> => {
      await store.allowIdleInTransaction(tx);
      const mail = await store.lockMail(tx, siteId, id);
      if (!mail) return { end: "again", note: "Another process is sending it." };
      if (mail.status === "SENT") return done("It was sent before.");
      const attempts = mail.attempts + 1;
      try {
        await transport.sendMail(envelope(mail, await store.partsOf(tx, siteId, mail), letter.gym));
      } catch (error) {
        const never = refusedForGood(error);
        const lastError = error instanceof Error ? error.message : String(error);
        const end = never || last ? { status: "FAILED" as const, ...withoutSecret(letter) } : { status: mail.status };
        await store.updateMail(tx, siteId, id, { ...end, attempts, lastError });
        return { end: never ? "never" : "again", note: lastError };
      }
      const sent = { status: "SENT" as const, attempts, sentDate: now(), lastError: null };
      await store.updateMail(tx, siteId, id, { ...sent, ...withoutSecret(letter) });
      return done("Sent.");
    });
  };
}

const lockOf = (siteId: string, id: string) =>
  createHash("sha256").update(`mail ${siteId} ${id}`).digest().readBigInt64BE().toString();

/** The message for the mail server. Its id comes from the outbox row's, so that a second copy is known as one. */
function envelope(mail: store.Mail, parts: store.Part[], gym: Gym): SendMailOptions {
  const from = { name: gym.name, address: gym.email || "labas@localhost" };
  const calendar = parts.find(({ contentType }) => contentType.startsWith("text/calendar"));
  return {
    messageId: `<${mail.id}@${from.address.split("@").at(-1)}>`,
    date: mail.createdDate,
    from,
    to: { name: "", address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Mail programs offer the alternative as an event; people find the file.
    ...(calendar ? { alternatives: [{ contentType: calendar.contentType, content: calendar.content }] } : {}),
    attachments: parts.map(({ name, contentType, cid, content }) => ({
      filename: name,
      contentType,
      content,
      ...(cid ? { cid, contentDisposition: "inline" as const } : {}),
    })),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  };
}
