import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Database, json } from "@uola/database";

const setting = "calendar-link-secret";
const keyBytes = 18;

/** Links to a booking's calendar file that open without signing in: who has the mail has the link, and no other booking's. */
export function calendarLinks(db: Database, siteId: string, platformUrl: string, now: () => Date) {
  let secret: Promise<Buffer> | undefined;
  const keyOf = async (bookingId: string) => {
    secret ??= readSecret(db, siteId, now()).catch((error) => {
      secret = undefined;
      throw error;
    });
    return createHmac("sha256", await secret)
      .update(bookingId.toLowerCase())
      .digest()
      .subarray(0, keyBytes)
      .toString("base64url");
  };
  return {
    linkTo: async (bookingId: string) =>
      `${platformUrl}/v1/bookings/${bookingId}/calendar.ics?key=${await keyOf(bookingId)}`,
    opens: async (bookingId: string, key: string) => {
      const [given, right] = [Buffer.from(key), Buffer.from(await keyOf(bookingId))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
export type CalendarLinks = ReturnType<typeof calendarLinks>;

/** Made once for a site, by whichever process needs it first. */
async function readSecret(db: Database, siteId: string, now: Date): Promise<Buffer> {
  const value = json(randomBytes(32).toString("base64url"));
  await db
    .insertInto("setting")
    .values({ siteId, name: setting, value, updatedDate: now })
    .onConflict((conflict) => conflict.columns(["siteId", "name"]).doNothing())
    .execute();
  const row = await db
    .selectFrom("setting")
    .where("siteId", "=", siteId)
    .where("name", "=", setting)
    .select("value")
    .executeTakeFirstOrThrow();
  return Buffer.from(String(row.value), "base64url");
}
