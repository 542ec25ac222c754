import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { type BookingEnd, bookingEnds } from "../events.ts";
import type { BookingChanges, BookingRow } from "./to-booking.ts";

/** Tells whoever sold a locked booking that it ends. Returns what follows for the booking, if it was sold. */
export type EndSale = (
  tx: Database,
  booking: BookingRow,
  end: Pick<BookingEnd, "by" | "actor">,
) => Promise<BookingChanges | undefined>;

/** What a booking that ends has to do with its sale, of which this package knows nothing. */
export const createEndSale =
  ({ events }: Pick<Context, "events">): EndSale =>
  async (tx, { id: bookingId }, { by, actor }) => {
    let refund: "WHOLE" | "PART" | undefined;
    const settle: BookingEnd["settle"] = (answer) => {
      refund = answer;
    };
    await events.emit(tx, bookingEnds, { bookingId, by, actor, settle });
    return refund && (refund === "WHOLE" ? { paymentStatus: "REFUNDED" } : {});
  };
