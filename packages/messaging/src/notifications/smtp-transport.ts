import type { MailTransport } from "@uola/kernel";
import nodemailer from "nodemailer";

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;
const seconds = 1000;

/**
 * Sends through the SMTP server at `url`. smtps:// uses TLS from the start. smtp:// requires
 * STARTTLS, except on localhost or with `?tls=off`. Connections are pooled.
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
    // The queue retries failed mails. A retry inside the connection pool could send a mail twice
    // without being noticed.
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
    // A mail contains only the content passed in; nothing is read from disk or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Whether the server permanently rejected this mail: 5xx for the envelope or content, but not for a
 * wrong password.
 */
export function isPermanentRejection(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const aboutTheMail = code === "EENVELOPE" || code === "EMESSAGE";
  return aboutTheMail && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}
