import { useEffect, useState } from "react";

/**
 * The server's time, second by second, whatever this device's clock says: it is asked once, by the date of an answer, and from
 * then on counted by how long the page has been open. Until then it is the time the page was made.
 */
export function useServerTime(made: Date): Date {
  const [now, setNow] = useState(made);
  useEffect(() => {
    let base = made.getTime() - performance.now();
    const tick = () => setNow(new Date(base + performance.now()));
    const ask = async () => {
      const sent = performance.now();
      const { headers } = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
      const date = Date.parse(headers.get("date") ?? "");
      // The header has whole seconds, and was written while the answer was on its way.
      if (!Number.isNaN(date)) base = date + 500 - (sent + performance.now()) / 2;
      tick();
    };
    // Without an answer the page goes on counting from when it was made.
    ask().catch(tick);
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [made]);
  return now;
}
