/**
 * The server's time, whatever this device's clock says: it is asked once, by the date of an answer, and from then on counted by how
 * long the page has been open. Without an answer it goes on from when the page was made.
 */
export function serverClock(made: Date): { now(): Date; asked: Promise<void> } {
  let base = made.getTime() - performance.now();
  const ask = async () => {
    const sent = performance.now();
    const { headers } = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    const date = Date.parse(headers.get("date") ?? "");
    // The header has whole seconds, and was written while the answer was on its way.
    if (!Number.isNaN(date)) base = date + 500 - (sent + performance.now()) / 2;
  };
  return { now: () => new Date(base + performance.now()), asked: ask().catch(() => {}) };
}
