import type { Connection } from "@uola/database";
import { type Cpu, cpuOf } from "./cpu.ts";
import {
  baselineSystems,
  bulkSize,
  directusSystems,
  few,
  many,
  type Operation,
  type System,
  uolaSystems,
} from "./data-systems.ts";
import type { Running } from "./harness.ts";
import type { Load } from "./load.ts";
import { heading, line, loadLine, ratio, requirement } from "./report.ts";
import { sendOverSockets } from "./socket-load.ts";

const rounds = 3;
/**
 * Enough workers that throughput is not limited by the disk latency of single requests; fewer for
 * large operations.
 */
const workersFor: Record<Operation, number> = { read: 16, page: 16, aggregate: 4, scan: 4, insert: 16, bulk: 4 };
/**
 * The duration of a measurement of each system per round, and of its warm-up. Each worker sends at
 * least one request.
 */
const msOfEach = 1_500;
const most = 6_000;

/** The required throughput as a multiple of that of Directus with default settings. */
const goals: { operation: Operation; name: string; timesDirectus: number }[] = [
  { operation: "read", name: "point read", timesDirectus: 10 },
  { operation: "page", name: "page of 50 by an index", timesDirectus: 4 },
  { operation: "aggregate", name: "count and mean by category, filtered by an index", timesDirectus: 1 },
  { operation: "scan", name: "count and mean by category, filtered without", timesDirectus: 1 },
  // Writes come last, so that all systems have the same number of items before the writes.
  { operation: "insert", name: "insert", timesDirectus: 10 },
  { operation: "bulk", name: `bulk insert of ${bulkSize}`, timesDirectus: 20 },
];
const bulkPerSecond = 20_000;

/** A running Uola and its database. `builder` starts a second one that also does the background work. */
type BenchTargets = { uola: Running; builder(): Promise<Running>; connection: Connection; folder: string };
type Result = { perSecond: number; cpu: Cpu };

/**
 * Measures data items compared with a baseline server with SQL on native columns, and with
 * Directus, in alternating rounds.
 */
export async function data({ uola, builder, connection, folder }: BenchTargets) {
  heading(`data: ${many} things; baseline = node:http with prepared SQL on native columns; peer = Directus 12.4.0`);
  const baseline = await baselineSystems(connection);
  try {
    const directus = await directusSystems(connection, folder);
    try {
      const ours = await uolaSystems(uola, builder, connection);
      for (const { operation, name, timesDirectus } of goals) {
        const systems = [ours.many, baseline.many, directus.shipped, directus.frozen] as const;
        const [us, limit, shipped, frozen] = await measured(operation, name, systems);
        const cost = ratio(us.cpu.node, limit.cpu.node);
        requirement(`${name}: server CPU ${cost.toFixed(2)} times the baseline server's (≤ 3)`, cost <= 3);
        const [speed, besystem] = [ratio(us.perSecond, shipped.perSecond), ratio(us.perSecond, frozen.perSecond)];
        requirement(
          `${name}: throughput ${speed.toFixed(1)} times Directus' (≥ ${timesDirectus}), ${besystem.toFixed(1)} with its schema frozen`,
          speed >= timesDirectus,
        );
        if (operation === "bulk") {
          const items = us.perSecond * bulkSize;
          requirement(`${name}: ${Math.round(items)} items a second (≥ ${bulkPerSecond})`, items >= bulkPerSecond);
        }
        if (operation === "page") await growth(name, operation, ours, baseline);
      }
    } finally {
      await directus.stop();
    }
  } finally {
    await baseline.stop();
  }
}

type Sizes = { few: System; many: System };
/**
 * Measures with few and with many items in alternating rounds, so that changes in the machine's
 * load do not count as growth.
 */
async function growth(name: string, operation: Operation, ours: Sizes, baseline: Sizes) {
  const systems = [ours.few, ours.many, baseline.few, baseline.many] as const;
  const [atFew, atMany, baselineFew, baselineMany] = await measured(operation, `${name}, ${few} and ${many}`, systems);
  const grown = (one: Result, other: Result) => ratio(total(other.cpu), total(one.cpu));
  const [us, limit] = [grown(atFew, atMany), grown(baselineFew, baselineMany)];
  requirement(
    `${name}: CPU with PostgreSQL's, ${many} ÷ ${few} things: ${us.toFixed(2)} (< 1.3), baseline ${limit.toFixed(2)}`,
    us < 1.3,
  );
}
const total = ({ node, postgres }: Cpu) => node + postgres;

/** Measures the systems in alternating rounds. Returns the best throughput and the mean CPU time of a call in µs. */
async function measured<Systems extends readonly System[]>(operation: Operation, name: string, systems: Systems) {
  const workers = workersFor[operation];
  line(name, `best of ${rounds} rounds, ${workers} at a time; CPU is the mean of all`);
  const measurements = [];
  for (const system of systems)
    measurements.push({ system, count: await warmed(system, operation), loads: [] as Load[], node: 0, postgres: 0 });
  for (let round = 0; round < rounds; round++) {
    for (const one of measurements) {
      const { system, count } = one;
      const requests = Array.from({ length: count }, (_, n) => system[operation](round * count + n));
      const before = { node: cpuOf(system.pid).node, postgres: cpuOf(process.pid).postgres };
      one.loads.push(await sendOverSockets(system.origin, requests, workers));
      one.node += cpuOf(system.pid).node - before.node;
      one.postgres += cpuOf(process.pid).postgres - before.postgres;
    }
  }
  const results = measurements.map(({ system, count, loads, node, postgres }) => {
    const best = loads.toSorted((a, b) => b.perSecond - a.perSecond)[0] as Load;
    const calls = rounds * count;
    loadLine(system.name, best, { node: node / rounds, postgres: postgres / rounds }, count);
    if (loads.some(({ statuses }) => statuses.get(200) !== count)) {
      requirement(`${name}:${system.name} answered every call 200, not ${best.bodies[0]?.slice(0, 300)}`, false);
    }
    return { perSecond: best.perSecond, cpu: { node: node / calls, postgres: postgres / calls } };
  });
  return results as { [Index in keyof Systems]: Result };
}

/** Warms up a system and returns how many calls fill a round. */
async function warmed(system: System, operation: Operation): Promise<number> {
  const workers = workersFor[operation];
  const until = performance.now() + msOfEach;
  let count = workers;
  for (;;) {
    const requests = Array.from({ length: count }, (_, n) => system[operation](n));
    const { perSecond } = await sendOverSockets(system.origin, requests, workers);
    const fitting = Math.round((perSecond * msOfEach) / 1000);
    if (performance.now() >= until) return Math.max(workers, Math.min(most, fitting));
    count = Math.max(workers, Math.min(count * 4, fitting));
  }
}
