import { useEffect, useEffectEvent, useReducer } from "react";
import { forgetPageData } from "../../loader/browser/page-data.ts";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { type Answer, nextReading, type Reading } from "./answer.ts";

const everyMs = 30_000;
const codeOf = (error: unknown) => (error as { code?: string } | null)?.code;
/** Answers the platform gives because the entry is not any more what the page shows. */
const isStale = (code: string | undefined) => code === "OFFER_EXPIRED" || code === "NOT_OFFERED";

/** The entry a link is about; read again every half minute, for offers come and go. Reading answers nothing. */
export function useOffer(key: string): {
  reading: Reading;
  look(): Promise<void>;
  answer(answer: Answer): Promise<void>;
} {
  const app = useApp();
  const [reading, dispatch] = useReducer(nextReading, { at: "loading" });

  const look = async () => {
    dispatch({ event: "look" });
    try {
      const { waitlist } = await platform(app);
      dispatch({ event: "read", entry: (await waitlist.readByLink({ key })).entry });
    } catch (error) {
      dispatch({ event: "fail", code: codeOf(error) });
    }
  };
  const answer = async (given: Answer) => {
    if (reading.at !== "read" || reading.sending) return;
    dispatch({ event: "answer", answer: given });
    try {
      const { waitlist } = await platform(app);
      const { entry } = await waitlist.answerByLink({ key, answer: given });
      forgetPageData();
      dispatch({ event: "read", entry });
    } catch (error) {
      if (isStale(codeOf(error))) return look();
      dispatch({ event: "fail", code: codeOf(error) });
    }
  };

  const begin = useEffectEvent(() => void (key.length >= 20 ? look() : dispatch({ event: "fail", code: wrong })));
  const again = useEffectEvent(() => {
    const isOpen = reading.at === "read" && !reading.sending && ["WAITING", "OFFERED"].includes(reading.entry.state);
    if (isOpen && document.visibilityState === "visible") void look();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is another entry
  useEffect(() => {
    begin();
    const timer = setInterval(again, everyMs);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [key]);
  return { reading, look, answer };
}

const wrong = "WAITLIST_ENTRY_NOT_FOUND";
