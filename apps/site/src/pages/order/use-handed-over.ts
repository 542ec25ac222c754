import { platform } from "@uola/browser/platform.ts";
import type { AppData } from "@uola/page-loader/page.ts";
import { useRef, useState } from "react";
import { type HandOver, handOverIn, takeOver, withoutHandOver } from "./hand-over.ts";

/**
 * Takes over a cart or reservation that another app passed in the URL; `gone` is set if it no
 * longer exists.
 */
export function useHandedOver(app: AppData): { gone: HandOver | undefined; take: () => Promise<void> } {
  const [gone, setGone] = useState<HandOver>();
  // In development an effect runs twice; both runs wait for the same call, because it works only
  // once.
  const running = useRef<Promise<void>>(undefined);

  async function takeFromAddress(): Promise<void> {
    const handOver = handOverIn(new URLSearchParams(location.search));
    if (!handOver) return;
    try {
      const outcome = await takeOver(await platform(app), handOver);
      history.replaceState(history.state, "", withoutHandOver(location.href));
      if (outcome === "gone") setGone(handOver);
    } catch {
      // The URL keeps its parameters, so that reloading the page retries.
    }
  }
  const take = () => {
    running.current ??= takeFromAddress().finally(() => {
      running.current = undefined;
    });
    return running.current;
  };
  return { gone, take };
}
