import { z } from "zod";
import { Actor } from "./actor.ts";
import { PaymentMethod } from "./bookings.ts";
import { emailAddress, guid, instant, maybe, revision, typedText } from "./wire.ts";

// Schemas that vouchers and passes share: both have a code, an end of validity and a ledger.

/**
 * A payment or refund at the till. The number of the till receipt is required for cash and card
 * payments.
 */
export const DeskPayment = z.object({ method: PaymentMethod, receiptNumber: maybe(typedText().min(1).max(40)) });
export type DeskPayment = z.infer<typeof DeskPayment>;

export const localDate = z.iso.date();
export const email = emailAddress().max(320);
/** The reason for a change, as entered by the person who makes it; recorded in the ledger. */
export const reason = typedText().min(3).max(500);

export const identifiers = {
  id: guid,
  /**
   * The number shown in documents and on paper. The number alone does not allow using the voucher
   * or pass.
   */
  number: z.int(),
  /**
   * The last characters of the code. The full code is returned only for display, printing and
   * sending.
   */
  last4: z.string(),
};

export const versions = { createdDate: instant, updatedDate: instant, revision };

/** The data of a ledger entry apart from its amounts. */
export const entryFacts = {
  bookingId: maybe(guid),
  payment: maybe(DeskPayment),
  /**
   * Depending on the kind of entry: the new end of validity, the new holder, or the email address
   * it was sent to.
   */
  about: maybe(z.string()),
  reason: maybe(z.string()),
  actor: Actor,
  createdDate: instant,
};

/** The full code, such as "ABCD-EFGH-JKMN", and a QR code: an SVG path in a square with `size` modules on each side. */
export const shownCode = { code: z.string(), qr: z.object({ size: z.int(), path: z.string() }) };

/** A code as typed or scanned. */
export const typedCode = { code: typedText().min(1).max(500) };

export const search = {
  /** Search text: a number, the end of a code, a name or an email address. */
  text: maybe(typedText().max(100)),
  limit: maybe(z.int().min(1).max(100)),
  cursor: maybe(z.string().max(16000)),
};
