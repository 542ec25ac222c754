import { domainToASCII } from "node:url";
import { AccountRefusal } from "./refusals.ts";

// Excludes quoted local parts and hosts without a dot, because the contract's e-mail check would
// reject them in a response.
const shape = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/**
 * Returns the normalized form in which an email address is stored and compared: without the
 * invisible characters that pasting adds, and with a non-ASCII domain in its ASCII form.
 */
export function normalEmail(text: string): string {
  const address = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = domainToASCII(address.slice(at + 1));
  return at > 0 && domain ? `${address.slice(0, at)}@${domain}` : address;
}

/** Returns the normalized address. Errors: EMAIL_INVALID. */
export function checkedEmail(text: string): string {
  const email = normalEmail(text);
  if (email.length > 254 || !shape.test(email)) throw new AccountRefusal("EMAIL_INVALID", "Not an e-mail address.");
  return email;
}
