import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { mailFolder } from "./addresses.ts";

/** Every mail the SMTP server has taken for an address, oldest first. */
export async function mailsTo(address: string): Promise<Email[]> {
  const mails = await Promise.all(
    readdirSync(mailFolder)
      .sort()
      .map((name) => PostalMime.parse(readFileSync(join(mailFolder, name)))),
  );
  return mails.filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()));
}

/** Wait until an address has got its nth mail, and read it. */
export async function nthMailTo(address: string, n: number): Promise<Email> {
  await expect.poll(async () => (await mailsTo(address)).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(n);
  const mail = (await mailsTo(address))[n - 1];
  if (!mail) throw new Error(`No mail ${n} for ${address}.`);
  return mail;
}
