import type { WaitlistEntry } from "@uola/contract";
import { useRef, useState } from "react";
import { forgetPageData } from "../../loader/browser/page-data.ts";
import { reasonOf } from "../../reasons.ts";
import { showAnswer, usePlatformAction, usePlatformQuery } from "../../use-platform.ts";
import { type Answer, type Answering, readingOf } from "./answer.ts";

const everyMs = 30_000;
const isOpen = (entry: WaitlistEntry | undefined) => entry?.state === "WAITING" || entry?.state === "OFFERED";

/** The entry a link is about; read again every half minute, for offers come and go. Reading answers nothing. */
export function useOffer(key: string) {
  const name = ["offer", key];
  const query = usePlatformQuery(name, async ({ waitlist }) => (await waitlist.readByLink({ key })).entry, {
    everyMs: (entry) => isOpen(entry) && everyMs,
    anew: true,
  });
  const act = usePlatformAction();
  const [answering, setAnswering] = useState<Answering>({});
  const isSending = useRef(false);

  const answer = async (given: Answer) => {
    if (isSending.current) return;
    isSending.current = true;
    setAnswering({ sending: given });
    try {
      const { entry } = await act(({ waitlist }) => waitlist.answerByLink({ key, answer: given }));
      forgetPageData();
      await showAnswer(name, () => entry);
      setAnswering({});
    } catch (error) {
      const reason = reasonOf(error, "wait");
      // The entry is not any more what the page shows.
      if (reason === "expired" || reason === "gone") await query.refetch();
      setAnswering(reason === "expired" || reason === "gone" ? {} : { unsent: true });
    } finally {
      isSending.current = false;
    }
  };
  return { reading: readingOf(query, answering), look: () => query.refetch(), answer };
}
