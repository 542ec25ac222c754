import type { MailCause } from "@uola/booking";
import type { Database } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import type { Locale } from "@uola/words";
import type { SendMailOptions } from "nodemailer";
import type { Gym } from "./booking-facts.ts";
import { allowIdleInTransaction } from "./idle-transaction.ts";
import * as store from "./mail-store.ts";
import type { Delivery, Outcome } from "./queue.ts";
import { isPermanentRejection } from "./smtp-transport.ts";

export type RenderedMail = { subject: string; html: string; text: string; language: Locale; parts: store.Part[] };

/** A mail to send, with all data needed to send it if the reason for the mail still applies. */
export type PreparedMail = {
  recipient: string;
  /** Set for mails that are rate limited. */
  caused?: MailCause | undefined;
  gym: Gym;
  /** Reply-To address; default: the gym. */
  replyTo?: { name: string; address: string } | undefined;
  template: string;
  bookingId: string | null;
  /**
   * For mails with a secret: the text that replaces the content once the mail is sent or
   * permanently failed.
   */
  redactedContent: Pick<RenderedMail, "subject" | "html" | "text"> | undefined;
  /** Undefined when the reason for the mail no longer exists. */
  write(tx: Database): Promise<RenderedMail | undefined>;
};
/** `outdated`: the reason for the mail no longer applies, and its rendered content must not be sent. */
export type SkippedMail =
  | { end: "never" | "done"; note: string }
  | ({ end: "outdated"; note: string } & Partial<Pick<PreparedMail, "redactedContent">>);
/** Reads the current data for a requested mail. */
export type MailWriter<Order> = (order: Order) => Promise<PreparedMail | SkippedMail>;

/**
 * Renders a mail once, sends it and records that it was sent. It can be called again for the same id, by any process,
 * after a crash at any point.
 */
export function createDelivery<Order>(
  { db, siteId, accounts, mail: transport, demo, now, log }: Context,
  read: MailWriter<Order>,
) {
  const done = (note: string): Outcome => ({ end: "done", note });
  /** In the demo, the mailbox keeps showing the content, secrets included. */
  const withoutSecret = (prepared: PreparedMail | SkippedMail) =>
    demo || !("redactedContent" in prepared) ? undefined : prepared.redactedContent;

  /**
   * Stores the rendered mail. Workers are serialised by a lock, because rendering creates a secret that invalidates the
   * previous one.
   */
  const renderOnce = (id: string, prepared: PreparedMail): Promise<boolean> =>
    transact({ db }, async (tx) => {
      await store.lockRendering(tx, siteId, id);
      const existing = await store.find(tx, siteId, id);
      // A failed mail with a secret was stripped of its content, so it is rendered again.
      if (existing && !(existing.status === "FAILED" && withoutSecret(prepared))) return true;
      const mail = await prepared.write(tx);
      if (!mail) return false;
      const { recipient, bookingId, template } = prepared;
      const { parts, language, ...content } = mail;
      const storedContent = transport ? content : (withoutSecret(prepared) ?? content);
      const row = { siteId, id, recipient, bookingId, template, language, createdDate: now(), ...storedContent };
      if (existing) await store.updateMail(tx, siteId, id, { status: "RENDERED", ...storedContent });
      else await store.insertMail(tx, row, parts);
      return true;
    });

  async function isOverLimit({ caused, recipient }: PreparedMail): Promise<boolean> {
    if (!caused) return false;
    const network = caused.network ? { hash: caused.network } : undefined;
    return (await accounts.limits.takeMail({ address: recipient.toLowerCase(), network })) > 0;
  }

  return async ({ id, payload, last }: Delivery<Order>): Promise<Outcome> => {
    const existing = await store.find(db, siteId, id);
    if (existing?.status === "SENT") return done("It was sent before.");
    const prepared = await read(payload);
    const outdated = async (note: string) => {
      await store.updateMail(db, siteId, id, { status: "OUTDATED", ...withoutSecret(prepared) });
      return done(note);
    };
    if ("end" in prepared) return prepared.end === "outdated" ? outdated(prepared.note) : prepared;
    if (!existing && (await isOverLimit(prepared))) {
      log.warn(
        { mail: id, template: prepared.template },
        "mail not sent: rate limit of its address or network reached",
      );
      return done("Not sent: rate limit of the address or the network reached.");
    }
    if (!(await renderOnce(id, prepared))) return outdated("The reason for the mail has ended.");
    if (!transport) return done("Stored, not sent: no mail server is configured.");

    // The row stays locked during sending, so a second worker cannot send the same mail.
    return transact({ db }, { retry: false }, async (tx): Promise<Outcome> => {
      await allowIdleInTransaction(tx);
      const mail = await store.lockMail(tx, siteId, id);
      if (!mail) return { end: "again", note: "Another process is sending it." };
      if (mail.status === "SENT") return done("It was sent before.");
      const attempts = mail.attempts + 1;
      try {
        await transport.sendMail(envelope(mail, await store.partsOf(tx, siteId, mail), prepared));
      } catch (error) {
        const isPermanent = isPermanentRejection(error);
        const lastError = error instanceof Error ? error.message : String(error);
        const end =
          isPermanent || last ? { status: "FAILED" as const, ...withoutSecret(prepared) } : { status: mail.status };
        await store.updateMail(tx, siteId, id, { ...end, attempts, lastError });
        return { end: isPermanent ? "never" : "again", note: lastError };
      }
      const sent = { status: "SENT" as const, attempts, sentDate: now(), lastError: null };
      await store.updateMail(tx, siteId, id, { ...sent, ...withoutSecret(prepared) });
      return done("Sent.");
    });
  };
}

/** The message id is derived from the outbox row's id, so mail servers can detect duplicates. */
function envelope(
  mail: store.Mail,
  parts: store.Part[],
  { gym, replyTo }: Pick<PreparedMail, "gym" | "replyTo">,
): SendMailOptions {
  const from = { name: gym.name, address: gym.email || "labas@localhost" };
  const calendar = parts.find(({ contentType }) => contentType.startsWith("text/calendar"));
  return {
    messageId: `<${mail.id}@${from.address.split("@").at(-1)}>`,
    date: mail.createdDate,
    from,
    to: { name: "", address: mail.recipient },
    ...(replyTo && { replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Mail clients show the alternative as a calendar event and the attachment as a file.
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
