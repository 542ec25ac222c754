/**
 * A clock with the server's time, independent of the device's clock. The offset is read once from
 * the `Date` header of a response; after that, the time elapsed since the page was loaded is added.
 * Without a response, the clock continues from the time at which the page was rendered.
 */
export function serverClock(made: Date): { now(): Date; asked: Promise<void> } {
  let base = made.getTime() - performance.now();
  const ask = async () => {
    const sent = performance.now();
    const { headers } = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    const date = Date.parse(headers.get("date") ?? "");
    // The header is precise to whole seconds. It was written about halfway between sending the
    // request and receiving the response.
    if (!Number.isNaN(date)) base = date + 500 - (sent + performance.now()) / 2;
  };
  return { now: () => new Date(base + performance.now()), asked: ask().catch(() => {}) };
}
