import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { mailFolder } from "./addresses.ts";

/** Cache of parsed emails, by file. A stored email does not change. */
const known = new Map<string, Promise<Email>>();

/** Returns all emails to an address, oldest first. */
async function mailsTo(address: string, folder = mailFolder): Promise<Email[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(files.sort().map((name) => read(join(folder, name))));
  return mails.filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()));
}

function read(file: string): Promise<Email> {
  const mail = known.get(file) ?? PostalMime.parse(readFileSync(file));
  known.set(file, mail);
  return mail;
}

/** Waits for the nth email to an address. */
export async function nthMailTo(address: string, n: number, folder = mailFolder): Promise<Email> {
  await expect.poll(async () => (await mailsTo(address, folder)).length).toBeGreaterThanOrEqual(n);
  const mail = (await mailsTo(address, folder))[n - 1];
  if (!mail) throw new Error(`No mail ${n} for ${address}.`);
  return mail;
}

/** Waits for an email with this subject to an address. */
export async function mailAbout(address: string, subject: string, folder = mailFolder): Promise<Email> {
  let found: Email | undefined;
  const look = async () => {
    found = (await mailsTo(address, folder)).find((mail) => mail.subject === subject);
    return found !== undefined;
  };
  await expect.poll(look, { message: `a mail "${subject}"` }).toBe(true);
  return found as Email;
}

/** Returns the calendar file attached to an email, with its folded lines joined. */
export function calendarOf(mail: Email): string {
  const file = mail.attachments.find(({ mimeType }) => mimeType === "text/calendar");
  if (!file) throw new Error(`"${mail.subject}" has no calendar file.`);
  const text = typeof file.content === "string" ? file.content : new TextDecoder().decode(file.content);
  return text.replace(/\r\n[ \t]/g, "");
}

/** Returns a property of a calendar file's event: `property(file, "UID")`. */
export const property = (calendar: string, name: string): string | undefined =>
  new RegExp(`^${name}(?:;[^:\\r\\n]*)?:(.*)$`, "m")
    .exec(calendar.slice(calendar.indexOf("BEGIN:VEVENT")))?.[1]
    ?.trim();
