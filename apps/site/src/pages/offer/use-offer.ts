import { noteCart } from "@uola/browser/gym/cart-mark.ts";
import { setCachedResponse, usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { WaitlistEntry } from "@uola/contract";
import { go } from "@uola/page-loader/browser/go.ts";
import { clearPageData } from "@uola/page-loader/browser/page-data.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import { useRef, useState } from "react";
import { localizeWaitlistEntries } from "../../features/waiting.ts";
import { offerRefusalText } from "../../features/waiting-words.ts";
import { type Answer, type Answering, offerPageState } from "./answer.ts";

const everyMs = 30_000;
const isOpen = (entry: WaitlistEntry | undefined) => entry?.state === "WAITING" || entry?.state === "OFFERED";

const named = async (client: Client, { entry }: { entry: WaitlistEntry }) =>
  (await localizeWaitlistEntries(client, [entry]))[0] ?? entry;

/**
 * Loads the waiting-list entry behind a link, and refreshes it every 30 seconds because offers
 * change. Loading neither accepts nor declines the offer.
 */
export function useOffer(key: string, phone: string) {
  const name = ["offer", key];
  const query = usePlatformQuery(name, async (client) => named(client, await client.waitlist.readByLink({ key })), {
    everyMs: (entry) => isOpen(entry) && everyMs,
    refetch: true,
  });
  const act = usePlatformAction();
  const [answering, setAnswering] = useState<Answering>({});
  const isSending = useRef(false);

  const send = async (given: Answer, work: () => Promise<void>) => {
    if (isSending.current) return;
    isSending.current = true;
    setAnswering({ sending: given });
    try {
      await work();
      clearPageData();
      setAnswering({});
    } catch (error) {
      const unsent = offerRefusalText(error, phone);
      // The entry has ended, but the page does not show that yet.
      if (!unsent) await query.refetch();
      setAnswering(unsent ? { unsent } : {});
    } finally {
      isSending.current = false;
    }
  };
  const answer = (given: Answer) =>
    send(given, async () => {
      const entry = await act(async (client) =>
        named(client, await client.waitlist.answerByLink({ key, answer: given })),
      );
      await setCachedResponse(name, () => entry);
    });
  /** An offer that requires payment first is accepted by placing an order. */
  const order = () =>
    send("ACCEPT", async () => {
      const { cart } = await act(({ carts }) => carts.addOffered({ key }));
      noteCart(cart);
      go(linkTo("/order/"));
    });
  return { reading: offerPageState(query, answering), look: () => query.refetch(), answer, order };
}
