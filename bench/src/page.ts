import { cpuOf, spent } from "./cpu.ts";
import { origins, ports, type Running, run } from "./harness.ts";
import { type Load, rush, type Wish } from "./load.ts";
import { demand, heading, line, loadLine } from "./report.ts";

const requests = 4_000;
const sockets = 32;
const rounds = 3;
const paths = ["/", "/schedule/"];

/** Cached pages against a bare node:http server that sends the same bytes with the same headers, turn by turn. */
export async function page(uola: Running) {
  heading("page: cached bytes, limit = bare node:http sending the same");
  for (const path of paths) {
    const wish: Wish = { path, method: "GET", headers: { "accept-encoding": "br", accept: "text/html" } };
    const one = await fetch(origins.site + path, { headers: wish.headers });
    const size = Number(one.headers.get("content-length"));
    const bare = await run("bare-page.ts", { PORT: String(ports.bare), URL: origins.site + path }, "listening");
    const ours = { load: [] as Load[], cpu: 0 };
    const limit = { load: [] as Load[], cpu: 0 };
    const turns = [
      { to: ours, origin: origins.site, pid: uola.pid },
      { to: limit, origin: origins.bare, pid: bare.pid },
    ];
    const wishes = Array.from({ length: requests }, () => wish);
    for (const { origin } of turns) await rush(origin, wishes, sockets); // warm both up
    for (let round = 0; round < rounds; round++) {
      for (const { to, origin, pid } of turns) {
        const before = cpuOf(pid);
        to.load.push(await rush(origin, wishes, sockets));
        to.cpu += spent(before, cpuOf(pid)).node;
      }
    }
    await bare.stop();
    const fastest = (loads: Load[]) => loads.toSorted((a, b) => b.perSecond - a.perSecond)[0] as Load;
    const all = requests * rounds;
    line(path, `${size} bytes brotli`);
    loadLine("  Uola (best round)", fastest(ours.load), { node: (ours.cpu / all) * requests, postgres: 0 }, requests);
    loadLine("  bare (best round)", fastest(limit.load), { node: (limit.cpu / all) * requests, postgres: 0 }, requests);
    demand(
      `throughput ${(fastest(ours.load).perSecond / fastest(limit.load).perSecond).toFixed(2)} of the bare server (≥ 0.60)`,
      fastest(ours.load).perSecond / fastest(limit.load).perSecond >= 0.6,
    );
    demand(`CPU per request: bare ÷ Uola ${(limit.cpu / ours.cpu).toFixed(2)} (≥ 0.60)`, limit.cpu / ours.cpu >= 0.6);
  }
}
