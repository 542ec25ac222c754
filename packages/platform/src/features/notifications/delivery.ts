import type { SendMailOptions } from "nodemailer";
import type { Context } from "../../kernel/context.ts";
import type { Facts } from "./facts.ts";
import { readFacts } from "./facts.ts";
import type { Delivery, Outcome } from "./queue.ts";
import type { Rendered } from "./render.ts";
import * as store from "./store.ts";
import { refusedForGood } from "./transport.ts";
import { holdsFor, type Template } from "./view.ts";

/** The payload of an outbox row of kind `mail`: who writes it tells what happened, the worker reads the rest. */
export type MailOrder = {
  template: Template;
  bookingId: string;
  /** The booking's revision after the change the mail is about. */
  revision: number | string;
  language?: string | null;
  /** What the gym adds in its own words. */
  message?: string | null;
};

export type Render = (order: MailOrder, facts: Facts) => Promise<Rendered>;

/**
 * Bring one ordered mail to its end: render it once, send it, remember that it went.
 * It may be called again for the same id, by another process, after a crash at any point.
 */
export function createDelivery({ db, siteId, mail: transport, now }: Context, render: Render) {
  const done = (note: string): Outcome => ({ end: "done", note });

  return async ({ id, payload, last }: Delivery<MailOrder>): Promise<Outcome> => {
    const facts = await readFacts(db, siteId, payload.bookingId);
    if (!facts) return { end: "never", note: `There is no booking ${payload.bookingId}.` };
    const recipient = facts.booking.contactEmail;
    if (!recipient) return done("The booking has no e-mail address.");
    const known = await store.find(db, siteId, id);
    if (known?.status === "SENT") return done("It was sent before.");
    if (facts.booking.status !== holdsFor[payload.template]) {
      if (known) await store.note(db, siteId, id, { status: "OUTDATED" });
      return done(`The booking is ${facts.booking.status} by now; a mail about that change follows if one was wished.`);
    }
    if (!known) {
      const { subject, html, text, language, parts } = await render(payload, facts);
      const { bookingId, template } = payload;
      const row = { siteId, id, recipient, subject, html, text, bookingId, template, language, createdDate: now() };
      await db.transaction().execute((tx) => store.keep(tx, row, parts));
    }
    if (!transport) return done("Kept, not sent: there is no mail server.");

    // The row stays locked while the server has the mail, so that a second worker cannot send it meanwhile.
    return db.transaction().execute(async (tx): Promise<Outcome> => {
      const mail = await store.hold(tx, siteId, id);
      if (!mail) return { end: "again", note: "Another process is sending it." };
      if (mail.status === "SENT") return done("It was sent before.");
      const attempts = mail.attempts + 1;
      try {
        await transport.sendMail(envelope(mail, await store.partsOf(tx, siteId, mail), facts.gym));
      } catch (error) {
        const never = refusedForGood(error);
        const lastError = error instanceof Error ? error.message : String(error);
        await store.note(tx, siteId, id, { status: never || last ? "FAILED" : "RENDERED", attempts, lastError });
        return { end: never ? "never" : "again", note: lastError };
      }
      await store.note(tx, siteId, id, { status: "SENT", attempts, sentDate: now(), lastError: null });
      return done("Sent.");
    });
  };
}

/** The message for the mail server. Its id comes from the outbox row's, so that a second copy is known as one. */
function envelope(mail: store.Mail, parts: store.Part[], gym: Facts["gym"]): SendMailOptions {
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
