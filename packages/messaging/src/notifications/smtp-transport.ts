import type { MailTransport } from "@uola/kernel";
import nodemailer from "nodemailer";

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;
const seconds = 1000;

/**
 * Sends over the SMTP server of `url`: smtps://user:password@host:465 is encrypted from the start, smtp:// must become
 * so by STARTTLS, except on this machine or when the address says `?tls=off`. Connections are kept and shared.
 */
export function smtpTransport(url: string): MailTransport & { close(): void } {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  if (protocol !== "smtp:" && protocol !== "smtps:")
    throw new TypeError("SMTP_URL must begin with smtp:// or smtps://.");
  const secure = protocol === "smtps:";
  const plain = !secure && (searchParams.get("tls") === "off" || loopback.test(hostname));
  return nodemailer.createTransport({
    pool: true,
    maxConnections: 5,
    // The queue tries again; the pool doing so by itself could send a mail twice unnoticed.
    maxRequeues: 0,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(plain ? { ignoreTLS: true } : { requireTLS: !secure, tls: { minVersion: "TLSv1.2" as const } }),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 30 * seconds,
    dnsTimeout: 10 * seconds,
    // A mail is made of what we put into it: nothing is read from disk or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Did the server refuse this very mail for good (5xx to the envelope or the content)? A wrong password is not that. */
export function refusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const aboutTheMail = code === "EENVELOPE" || code === "EMESSAGE";
  return aboutTheMail && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}
