import { type Reason, reasonOf } from "@uola/browser/error-messages.ts";
import { servicesOf } from "@uola/browser/gym/services.ts";
import { setCachedResponse, usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { ExtendedBooking } from "@uola/contract";
import { clearPageData } from "@uola/page-loader/browser/page-data.ts";
import { type OwnBooking, ownBookingOf } from "../account/own-booking.ts";
import type { useChanges } from "../account/use-changes.tsx";
import { manageState } from "./managing.ts";

async function read(client: Client, found: ExtendedBooking): Promise<OwnBooking> {
  const { slot, schedule } = found.booking.bookedEntity;
  const id = slot?.serviceId ?? schedule?.serviceId ?? "";
  return ownBookingOf(found, await servicesOf(client, [id]), new Date());
}

/** Loads the booking behind a link in an e-mail, and provides the actions on it. */
export function useManage(key: string) {
  const name = ["manage", key];
  const query = usePlatformQuery(
    name,
    async (client) => read(client, (await client.bookings.readByLink({ key })).extendedBooking),
    { enabled: key !== "", refetch: true },
  );
  const act = usePlatformAction();
  const look = () => query.refetch();
  const change = (work: (client: Client) => Promise<{ extendedBooking: ExtendedBooking }>): Promise<OwnBooking> =>
    act(async (client) => {
      const { extendedBooking } = await work(client);
      clearPageData();
      const mine = await read(client, extendedBooking);
      await setCachedResponse(name, () => mine);
      return mine;
    });
  const isOutdated = (reason: Reason<"cancel" | "move">) => reason === "changed" || reason === "over";

  const quote = async () => (await act(({ orders }) => orders.quoteBookingByLink({ key }))).quote;

  const cancel = async ({ revision }: OwnBooking): Promise<Reason<"cancel"> | undefined> => {
    try {
      await change(({ bookings }) => bookings.cancelByLink({ key, revision }));
      return undefined;
    } catch (error) {
      const refusal = reasonOf(error, "cancel");
      if (isOutdated(refusal)) await look();
      return refusal;
    }
  };
  const move: Parameters<typeof useChanges>[0]["move"] = async ({ revision }, slot) => {
    try {
      return { moved: await change(({ bookings }) => bookings.rescheduleByLink({ key, revision, slot })) };
    } catch (error) {
      const refusal = reasonOf(error, "move");
      if (isOutdated(refusal)) await look();
      return { refusal };
    }
  };
  return { managing: manageState(key, query), look, quote, cancel, move };
}
