import type { Database } from "@uola/database";
import type { BookingRow } from "./to-booking.ts";

/** Returns the member's e-mail address if it is verified. */
export const verifiedEmail = async (db: Database, siteId: string, memberId: string): Promise<string | undefined> => {
  const account = db.selectFrom("account").select("email").where("siteId", "=", siteId).where("id", "=", memberId);
  return (await account.where("emailVerified", "=", true).executeTakeFirst())?.email;
};

export const member = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("account")
    .select(["email", "firstName", "lastName", "language"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

/**
 * Transfers a visitor's bookings with the member's verified email address to the member. The
 * address decides, because a browser may be shared and a mailbox is not.
 */
export const claimVisitorBookings = (db: Database, siteId: string, visitorId: string, memberId: string) =>
  db
    .updateTable("booking")
    .set({ memberId })
    .where("siteId", "=", siteId)
    .where("visitorId", "=", visitorId)
    .where("memberId", "is", null)
    .where("contactEmail", "=", (eb) =>
      eb
        .selectFrom("account")
        .select("email")
        .where("siteId", "=", siteId)
        .where("id", "=", memberId)
        .where("emailVerified", "=", true),
    )
    .execute();

/** Returns the fields of a booking form. */
export const formFields = async (db: Database, siteId: string, id: string): Promise<unknown> => {
  const forms = db.selectFrom("bookingForm").select("fields").where("siteId", "=", siteId).where("id", "=", id);
  return (await forms.executeTakeFirst())?.fields;
};

/**
 * Returns the language of mails about a booking: that of the page on which the person who booked
 * last changed it, otherwise the member's own.
 */
export const languageOf = async (
  db: Database,
  { siteId, language, memberId }: Pick<BookingRow, "siteId" | "language" | "memberId">,
): Promise<string> => language ?? (memberId ? (await member(db, siteId, memberId))?.language : undefined) ?? "lt";

/** Resets the language of the member's bookings, so that the account's language applies. */
export const resetBookingLanguages = (db: Database, siteId: string, memberId: string) =>
  db
    .updateTable("booking")
    .set({ language: null })
    .where("siteId", "=", siteId)
    .where("memberId", "=", memberId)
    .where("language", "is not", null)
    .execute();
