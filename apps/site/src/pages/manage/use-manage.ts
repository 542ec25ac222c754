import type { Client } from "@uola/client";
import type { ExtendedBooking } from "@uola/contract";
import { useEffect, useEffectEvent, useReducer } from "react";
import { servicesOf } from "../../features/services.ts";
import { forgetPageData } from "../../loader/browser/page-data.ts";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { type Choice, type MoveRefusal, moveRefusalOf } from "../account/another-time.ts";
import { type CancelRefusal, cancelRefusalOf, type Mine, mineOf } from "../account/mine.ts";
import { nextManaging } from "./managing.ts";

const shortest = 20;

/** The booking a link in a mail is about, and what its person does with it. */
export function useManage(key: string) {
  const app = useApp();
  const [managing, dispatch] = useReducer(nextManaging, { at: "loading" });

  const read = async (client: Client, found: ExtendedBooking): Promise<Mine> => {
    const { slot, schedule } = found.booking.bookedEntity;
    const id = slot?.serviceId ?? schedule?.serviceId ?? "";
    return mineOf(found, await servicesOf(client, [id]), new Date());
  };
  const look = async () => {
    dispatch({ event: "look" });
    try {
      const client = await platform(app);
      const { extendedBooking } = await client.bookings.readByLink({ key });
      dispatch({ event: "read", mine: await read(client, extendedBooking) });
    } catch (error) {
      dispatch({ event: "fail", code: (error as { code?: string } | null)?.code });
    }
  };
  const done = async (client: Client, found: ExtendedBooking) => {
    forgetPageData();
    const mine = await read(client, found);
    dispatch({ event: "read", mine });
    return mine;
  };

  const cancel = async ({ revision }: Mine): Promise<CancelRefusal | undefined> => {
    try {
      const client = await platform(app);
      await done(client, (await client.bookings.cancelByLink({ key, revision })).extendedBooking);
      return undefined;
    } catch (error) {
      const refusal = cancelRefusalOf(error);
      if (refusal === "changed" || refusal === "over") await look();
      return refusal;
    }
  };
  const move = async (
    { revision }: Mine,
    { slot }: Choice,
  ): Promise<{ moved: Mine } | { moved?: never; refusal: MoveRefusal }> => {
    try {
      const client = await platform(app);
      return {
        moved: await done(client, (await client.bookings.rescheduleByLink({ key, revision, slot })).extendedBooking),
      };
    } catch (error) {
      const refusal = moveRefusalOf(error);
      if (refusal === "changed" || refusal === "over") await look();
      return { refusal };
    }
  };

  const begin = useEffectEvent(() =>
    key.length >= shortest ? void look() : dispatch({ event: "fail", code: "BOOKING_NOT_FOUND" }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is another booking
  useEffect(() => begin(), [key]);
  return { managing, look, cancel, move };
}
