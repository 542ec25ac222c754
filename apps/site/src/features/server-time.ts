import { useEffect, useState } from "react";
import { serverClock } from "./server-clock.ts";

/**
 * Returns the server's time, updated every second. Until the server has responded, the clock
 * continues from the time at which the page was rendered.
 */
export function useServerTime(made: Date): Date {
  const [now, setNow] = useState(made);
  useEffect(() => {
    const clock = serverClock(made);
    const tick = () => setNow(clock.now());
    void clock.asked.then(tick);
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [made]);
  return now;
}
