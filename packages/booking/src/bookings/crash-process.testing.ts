import { createAccounts } from "@uola/accounts";
import { createClient } from "@uola/client";
import { openDatabase } from "@uola/database";
import { createPlatform, urls } from "../testing.ts";

/**
 * A process that books, holds and cancels in an endless loop until its parent kills it. Arguments:
 * database, site, key, now, slots.
 */
const [url = "", siteId = "", key = "", at = "", session = "{}", appointment = "{}"] = process.argv.slice(2);
const connection = openDatabase({ url });
const now = () => new Date(at);
const accounts = createAccounts({ db: connection.db, siteId, now, secret: "a secret of the test" });
const { fetch } = createPlatform({ connection, siteId, accounts, urls, now, backgroundWork: false });
const desk = createClient({ url: urls.platform, fetch, tokens: key });

const contactDetails = { firstName: "Ona", email: "ona@uola.example" };
const inGym = { contactDetails, totalParticipants: 1, selectedPaymentOption: "OFFLINE" as const };
const hourOf = (turn: number) => new Date(Date.parse(at) + 3_600_000 * (24 + turn)).toISOString();

async function book(turn: number) {
  const slot = turn % 4 === 3 ? { ...JSON.parse(appointment), startDate: hourOf(turn) } : JSON.parse(session);
  const { hold } = turn % 2 ? await desk.holds.create({ slot, totalParticipants: 1 }) : { hold: undefined };
  const booking = { bookedEntity: { slot }, ...inGym };
  const made = await desk.bookings.create({ booking, ...(hold && turn % 8 !== 7 && { holdId: hold.id }) });
  if (turn % 5 === 0) {
    const flowControlSettings = { ignoreCancellationPolicy: true };
    await desk.bookings.cancel({ bookingId: made.booking.id, revision: "1", flowControlSettings });
  }
}
let turn = 0;
const busy = Array.from({ length: 8 }, async () => {
  for (;;) {
    await book(turn++).catch(() => undefined);
    if (turn % 40 === 0) process.stdout.write("booked\n");
  }
});
await Promise.all(busy);
