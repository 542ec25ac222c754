/**
 * The server's time, independent of the device's clock. The offset is read once from the `Date`
 * header of a response; after that the elapsed time since page load is added. Without a response
 * the clock continues from the time the page was rendered.
 */
export function serverClock(made: Date): { now(): Date; asked: Promise<void> } {
  let base = made.getTime() - performance.now();
  const ask = async () => {
    const sent = performance.now();
    const { headers } = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    const date = Date.parse(headers.get("date") ?? "");
    // The header has whole-second precision, and was written while the response was in transit.
    if (!Number.isNaN(date)) base = date + 500 - (sent + performance.now()) / 2;
  };
  return { now: () => new Date(base + performance.now()), asked: ask().catch(() => {}) };
}
