import { cpuOf, spent } from "./cpu.ts";
import { origins, ports, type Running, run } from "./harness.ts";
import { type Load, type LoadRequest, sendAtOnce } from "./load.ts";
import { heading, line, loadLine, requirement } from "./report.ts";

const requestCount = 4_000;
const sockets = 32;
const rounds = 3;
const paths = ["/", "/schedule/", "/en/", "/en/schedule/"];
/** Required minimum shares of the baseline server's results. */
const least = { throughput: 0.9, cpu: 0.6 };

/**
 * Compares cached pages with a node:http server that sends the same bytes and headers, in
 * alternating rounds.
 */
export async function page(uola: Running) {
  heading("page: cached bytes, baseline = node:http sending the same bytes");
  for (const path of paths) {
    const request: LoadRequest = { path, method: "GET", headers: { "accept-encoding": "br", accept: "text/html" } };
    const one = await fetch(origins.site + path, { headers: request.headers });
    const size = Number(one.headers.get("content-length"));
    const baseline = await run(
      "baseline-page.ts",
      { PORT: String(ports.baseline), URL: origins.site + path },
      "listening",
    );
    const ours = { load: [] as Load[], cpu: 0 };
    const limit = { load: [] as Load[], cpu: 0 };
    const turns = [
      { to: ours, origin: origins.site, pid: uola.pid },
      { to: limit, origin: origins.baseline, pid: baseline.pid },
    ];
    const requests = Array.from({ length: requestCount }, () => request);
    for (const { origin } of turns) await sendAtOnce(origin, requests, sockets); // Warms up.
    for (let round = 0; round < rounds; round++) {
      for (const { to, origin, pid } of turns) {
        const before = cpuOf(pid);
        to.load.push(await sendAtOnce(origin, requests, sockets));
        to.cpu += spent(before, cpuOf(pid)).node;
      }
    }
    await baseline.stop();
    const fastest = (loads: Load[]) => loads.toSorted((a, b) => b.perSecond - a.perSecond)[0] as Load;
    const all = requestCount * rounds;
    line(path, `${size} bytes brotli`);
    loadLine(
      "  Uola (best round)",
      fastest(ours.load),
      { node: (ours.cpu / all) * requestCount, postgres: 0 },
      requestCount,
    );
    loadLine(
      "  baseline (best round)",
      fastest(limit.load),
      { node: (limit.cpu / all) * requestCount, postgres: 0 },
      requestCount,
    );
    requirement(
      `throughput ${(fastest(ours.load).perSecond / fastest(limit.load).perSecond).toFixed(2)} of the baseline server (≥ ${least.throughput})`,
      fastest(ours.load).perSecond / fastest(limit.load).perSecond >= least.throughput,
    );
    requirement(
      `CPU per request: baseline ÷ Uola ${(limit.cpu / ours.cpu).toFixed(2)} (≥ ${least.cpu})`,
      limit.cpu / ours.cpu >= least.cpu,
    );
  }
}
