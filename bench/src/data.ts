import type { Connection } from "@uola/database";
import { type Cpu, cpuOf } from "./cpu.ts";
import { bareSides, bulkSize, directusSides, few, many, type Operation, ourSides, type Side } from "./data-sides.ts";
import type { Running } from "./harness.ts";
import { lean } from "./lean.ts";
import type { Load } from "./load.ts";
import { demand, heading, line, loadLine, ratio } from "./report.ts";

const rounds = 3;
/** Enough at once that nobody waits for the disk alone; few of what is big. */
const workersFor: Record<Operation, number> = { read: 16, page: 16, aggregate: 4, scan: 4, insert: 16, bulk: 4 };
/** How long one side is asked in one round, and before the first; what takes long is asked once by each worker. */
const msOfEach = 1_500;
const most = 6_000;

/** What is asked of our throughput beside Directus' as shipped. */
const goals: { operation: Operation; name: string; timesDirectus: number }[] = [
  { operation: "read", name: "point read", timesDirectus: 10 },
  { operation: "page", name: "page of 50 by an index", timesDirectus: 4 },
  { operation: "aggregate", name: "count and mean by category, filtered by an index", timesDirectus: 1 },
  { operation: "scan", name: "count and mean by category, filtered without", timesDirectus: 1 },
  // What writes comes last: every side is asked the above with the same number of things.
  { operation: "insert", name: "insert", timesDirectus: 10 },
  { operation: "bulk", name: `bulk insert of ${bulkSize}`, timesDirectus: 20 },
];
const bulkPerSecond = 20_000;

/** A running Uola and its database; `builder` starts another one, which also does what is done in the background. */
type BenchTargets = { uola: Running; builder(): Promise<Running>; connection: Connection; folder: string };
type Result = { perSecond: number; cpu: Cpu };

/** The data platform beside a bare server with hand-written SQL on native columns and beside Directus, turn by turn. */
export async function data({ uola, builder, connection, folder }: BenchTargets) {
  heading(`data: ${many} things; limit = bare node:http with prepared SQL on native columns; peer = Directus 12.4.0`);
  const bare = await bareSides(connection);
  try {
    const directus = await directusSides(connection, folder);
    try {
      const ours = await ourSides(uola, builder, connection);
      for (const { operation, name, timesDirectus } of goals) {
        const asked = [ours.many, bare.many, directus.shipped, directus.frozen] as const;
        const [us, limit, shipped, frozen] = await measured(operation, name, asked);
        const cost = ratio(us.cpu.node, limit.cpu.node);
        demand(`${name}: server CPU ${cost.toFixed(2)} times the bare server's (≤ 3)`, cost <= 3);
        const [speed, beside] = [ratio(us.perSecond, shipped.perSecond), ratio(us.perSecond, frozen.perSecond)];
        demand(
          `${name}: throughput ${speed.toFixed(1)} times Directus' (≥ ${timesDirectus}), ${beside.toFixed(1)} with its schema frozen`,
          speed >= timesDirectus,
        );
        if (operation === "bulk") {
          const items = us.perSecond * bulkSize;
          demand(`${name}: ${Math.round(items)} items a second (≥ ${bulkPerSecond})`, items >= bulkPerSecond);
        }
        if (operation === "page") await growth(name, operation, ours, bare);
      }
    } finally {
      await directus.stop();
    }
  } finally {
    await bare.stop();
  }
}

type Sizes = { few: Side; many: Side };
/** Few and many beside each other in the same minute: what changes from one minute to the next is not growth. */
async function growth(name: string, operation: Operation, ours: Sizes, bare: Sizes) {
  const asked = [ours.few, ours.many, bare.few, bare.many] as const;
  const [atFew, atMany, bareFew, bareMany] = await measured(operation, `${name}, ${few} and ${many}`, asked);
  const grown = (one: Result, other: Result) => ratio(total(other.cpu), total(one.cpu));
  const [us, limit] = [grown(atFew, atMany), grown(bareFew, bareMany)];
  demand(
    `${name}: CPU with PostgreSQL's, ${many} ÷ ${few} things: ${us.toFixed(2)} (< 1.3), bare ${limit.toFixed(2)}`,
    us < 1.3,
  );
}
const total = ({ node, postgres }: Cpu) => node + postgres;

/** Asks each side in turn, round after round; the best throughput of the rounds and the mean CPU of a call in µs. */
async function measured<Sides extends readonly Side[]>(operation: Operation, name: string, sides: Sides) {
  const workers = workersFor[operation];
  line(name, `best of ${rounds} rounds, ${workers} at a time; CPU is the mean of all`);
  const asked = [];
  for (const side of sides)
    asked.push({ side, count: await warmed(side, operation), loads: [] as Load[], node: 0, postgres: 0 });
  for (let round = 0; round < rounds; round++) {
    for (const one of asked) {
      const { side, count } = one;
      const wishes = Array.from({ length: count }, (_, n) => side[operation](round * count + n));
      const before = { node: cpuOf(side.pid).node, postgres: cpuOf(process.pid).postgres };
      one.loads.push(await lean(side.origin, wishes, workers));
      one.node += cpuOf(side.pid).node - before.node;
      one.postgres += cpuOf(process.pid).postgres - before.postgres;
    }
  }
  const results = asked.map(({ side, count, loads, node, postgres }) => {
    const best = loads.toSorted((a, b) => b.perSecond - a.perSecond)[0] as Load;
    const calls = rounds * count;
    loadLine(side.name, best, { node: node / rounds, postgres: postgres / rounds }, count);
    if (loads.some(({ statuses }) => statuses.get(200) !== count)) {
      demand(`${name}:${side.name} answered every call 200, not ${best.bodies[0]?.slice(0, 300)}`, false);
    }
    return { perSecond: best.perSecond, cpu: { node: node / calls, postgres: postgres / calls } };
  });
  return results as { [Index in keyof Sides]: Result };
}

/** Asks until it is warm; gives how many calls fill a round. */
async function warmed(side: Side, operation: Operation): Promise<number> {
  const workers = workersFor[operation];
  const until = performance.now() + msOfEach;
  let asked = workers;
  for (;;) {
    const wishes = Array.from({ length: asked }, (_, n) => side[operation](n));
    const { perSecond } = await lean(side.origin, wishes, workers);
    const fitting = Math.round((perSecond * msOfEach) / 1000);
    if (performance.now() >= until) return Math.max(workers, Math.min(most, fitting));
    asked = Math.max(workers, Math.min(asked * 4, fitting));
  }
}
