import { useEffect, useState } from "react";
import { serverClock } from "./server-clock.ts";

/** The server's time, second by second; until it is asked, the time the page was made. */
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
