import { useRef, useState } from "react";
import type { AppData } from "../../loader/page.ts";
import { platform } from "../../platform.ts";
import { type HandOver, handOverIn, takeOver, withoutHandOver } from "./hand-over.ts";

/** Takes over what another app hands over by the address; `gone` is what does not exist any more. */
export function useHandedOver(app: AppData): { gone: HandOver | undefined; take: () => Promise<void> } {
  const [gone, setGone] = useState<HandOver>();
  // Both runs of an effect in development wait for the same call: it works once.
  const running = useRef<Promise<void>>(undefined);

  async function takeFromAddress(): Promise<void> {
    const handOver = handOverIn(new URLSearchParams(location.search));
    if (!handOver) return;
    try {
      const outcome = await takeOver(await platform(app), handOver);
      history.replaceState(history.state, "", withoutHandOver(location.href));
      if (outcome === "gone") setGone(handOver);
    } catch {
      // The address stays, so that loading the page again tries it again.
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
