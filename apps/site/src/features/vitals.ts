type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Delay = PerformanceEntry & { interactionId?: number };

/**
 * Measures the page's web vitals and reports them once, when the page is left: when the largest
 * element was painted (LCP), how much the layout shifted (CLS), and how long the slowest
 * interaction took (INP). Loaded only if the owner has enabled it.
 */
export function measureVitals(path: string): void {
  const found: { LCP?: number; CLS?: number; INP?: number } = {};
  observe("largest-contentful-paint", (entry) => {
    found.LCP = Math.round(entry.startTime);
  });
  found.CLS = 0;
  observe("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as Shift;
    if (!hadRecentInput) found.CLS = Math.round(((found.CLS ?? 0) + value) * 1000) / 1000;
  });
  observe("event", (entry) => {
    if ((entry as Delay).interactionId) found.INP = Math.max(found.INP ?? 0, Math.round(entry.duration));
  });
  let isTold = false;
  addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden" || isTold) return;
    isTold = true;
    navigator.sendBeacon("/vitals", JSON.stringify({ path, ...found }));
  });
}

function observe(type: string, look: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(look));
  observer.observe({
    type,
    buffered: true,
    ...(type === "event" && { durationThreshold: 40 }),
  } as PerformanceObserverInit);
}
