import type { Connection } from "@uola/database";
import { cpuOf } from "./cpu.ts";
import { origins, ownerKey, ports, type Running, run } from "./harness.ts";
import { type Load, type LoadRequest, sendByWorkers } from "./load.ts";
import { heading, line, loadLine, ratio, requirement } from "./report.ts";
import { fillBookings, fillServices, fillWeek, type WeekData } from "./scale-fill.ts";
import type { Statement } from "./scale-statements.ts";

const few = 10_000;
const many = 2_000_000;
const services = 100_000;
/** Calls per round: fewer for slow operations, so that the section ends within minutes. */
const calls = { least: 24, most: 300, msOfEach: 4_000 };
const workers = 4;
const rounds = 3;

type Case = { name: string; ours: Omit<LoadRequest, "headers">; baseline: Statement };

/**
 * Measures reads on a large site: availability against one indexed select, lists against
 * hand-written SQL.
 */
export async function scale(uola: Running, connection: Connection, siteId: string) {
  heading(`scale: ${services} services, ${few} and ${many} bookings; baseline = node:http with hand-written SQL`);
  const env = { PORT: String(ports.baseline), DATABASE_URL: connection.url, SITE_ID: siteId };
  const baseline = await run("baseline-query.ts", env, "listening");
  try {
    const weekData = await fillWeek(connection, siteId);
    await fillBookings(connection, siteId, weekData, few);
    const atFew = await measured(weekOf(weekData));
    await fillServices(connection, siteId, weekData, services);
    await fillBookings(connection, siteId, weekData, many - few);
    const week = await measured(weekOf(weekData));
    const [speed, growth] = [
      ratio(week.ours.perSecond, week.baseline.perSecond),
      ratio(week.ours.cpu / week.baseline.cpu, atFew.ours.cpu / atFew.baseline.cpu),
    ];
    requirement(
      `availability, a week of 100 sessions: throughput ${speed.toFixed(2)} of one indexed select (≥ 0.5)`,
      speed >= 0.5,
    );
    requirement(
      `availability: CPU per call beside the select, ${many} ÷ ${few} bookings: ${growth.toFixed(2)} (< 1.3)`,
      growth < 1.3,
    );
    for (const one of await lists(connection, siteId, weekData)) {
      const { ours, baseline } = await measured(one);
      const times = ratio(ours.p95, baseline.p95);
      requirement(`${one.name}: p95 ${times.toFixed(1)} times the hand-written SQL's (≤ 5)`, times <= 5);
    }
  } finally {
    await baseline.stop();
  }

  async function measured({ name, ours, baseline: statement }: Case) {
    const headers = { "content-type": "application/json", authorization: ownerKey };
    const sides = [
      {
        name: "  Uola",
        origin: origins.platform,
        pid: uola.pid,
        request: { ...ours, headers },
        loads: [] as Load[],
        cpu: 0,
      },
      {
        name: "  hand-written",
        origin: origins.baseline,
        pid: baseline.pid,
        request: { method: "POST" as const, path: "/", headers, body: JSON.stringify(statement) },
        loads: [] as Load[],
        cpu: 0,
      },
    ];
    let slowest = 0;
    for (const { origin, request } of sides) {
      await sendByWorkers(origin, Array(12).fill(request), workers);
      slowest = Math.max(slowest, (await sendByWorkers(origin, Array(12).fill(request), workers)).p50);
    }
    const count = Math.round(Math.min(calls.most, Math.max(calls.least, (calls.msOfEach * workers) / slowest)));
    for (let round = 0; round < rounds; round++) {
      for (const side of sides) {
        const before = cpuOf(side.pid).node + cpuOf(process.pid).postgres;
        side.loads.push(await sendByWorkers(side.origin, Array(count).fill(side.request), workers));
        side.cpu += cpuOf(side.pid).node + cpuOf(process.pid).postgres - before;
      }
    }
    line(name, `best of ${rounds} rounds of ${count} calls, ${workers} at a time`);
    const [first, second] = sides.map((side) => {
      const best = side.loads.toSorted((a, b) => a.p95 - b.p95)[0] as Load;
      loadLine(side.name, best, undefined, count);
      if (side.loads.some(({ statuses }) => statuses.get(200) !== count)) {
        requirement(`${name}: every call answered 200, not ${best.bodies[0]?.slice(0, 200)}`, false);
      }
      return { p95: best.p95, perSecond: Math.max(...side.loads.map((load) => load.perSecond)), cpu: side.cpu };
    });
    type Result = NonNullable<typeof first>;
    return { ours: first as Result, baseline: second as Result };
  }
}

const post = (path: string, body: unknown) => ({ method: "POST" as const, path, body: JSON.stringify(body) });

const weekOf = ({ serviceId, from, to }: WeekData): Case => ({
  name: "availability",
  ours: post("/v1/availability/query", { query: { filter: { serviceId, startDate: from, endDate: to } } }),
  baseline: { name: "week", values: [serviceId, from, to] },
});

async function lists({ pool }: Connection, siteId: string, { categoryId }: WeekData): Promise<Case[]> {
  const { rows } = await pool.query(
    "select session_id, service_id, contact_email, start_date from booking where site_id = $1 and contact_email like 'kas%' limit 1",
    [siteId],
  );
  const { session_id: session, service_id: service, contact_email: email, start_date: start } = rows[0];
  const day = [start, new Date(start.getTime() + 86_400_000)].map((date: Date) => date.toISOString());
  const bookings = (filter: object, sort?: object[]) =>
    post("/v2/extended-bookings/query", { query: { filter, ...(sort && { sort }) } });
  const search = (more: object) => post("/v2/services/search", { search: { cursorPaging: { limit: 50 }, ...more } });
  const aggregated = (...aggregations: object[]) => search({ cursorPaging: { limit: 0 }, aggregations });
  return [
    {
      name: "bookings of a session",
      ours: bookings({ "bookedEntity.item.slot.sessionId": session }),
      baseline: { name: "bookingsOfSession", values: [session] },
    },
    {
      name: "confirmed bookings of a service",
      ours: bookings({ "bookedEntity.item.slot.serviceId": service, status: "CONFIRMED" }),
      baseline: { name: "bookingsOfService", values: [service] },
    },
    {
      name: "bookings of a day",
      ours: bookings({ startDate: { $gte: day[0], $lt: day[1] } }, [{ fieldName: "startDate", order: "ASC" }]),
      baseline: { name: "bookingsOfDay", values: day },
    },
    {
      name: "bookings of a person",
      ours: bookings({ "contactDetails.email": email }),
      baseline: { name: "bookingsOfPerson", values: [email] },
    },
    { name: "newest bookings", ours: bookings({}), baseline: { name: "newestBookings", values: [] } },
    {
      name: "services of a category",
      ours: post("/v2/services/query", {
        query: { filter: { "category.id": categoryId }, paging: { limit: 50, offset: 0 } },
      }),
      baseline: { name: "services", values: [categoryId] },
    },
    {
      name: "services by two words",
      ours: search({ search: { expression: "zirmunai 4711", mode: "AND" } }),
      baseline: { name: "searched", values: ["zirmunai", "4711"] },
    },
    {
      name: "services by type",
      ours: aggregated({ name: "types", fieldPath: "type", type: "VALUE", value: { limit: 10 } }),
      baseline: { name: "byType", values: [] },
    },
    {
      name: "services by capacity, mean and most",
      ours: aggregated(
        { name: "sizes", fieldPath: "defaultCapacity", type: "RANGE", range: { buckets: [{ to: 10 }, { from: 10 }] } },
        { name: "mean", fieldPath: "defaultCapacity", type: "SCALAR", scalar: { type: "AVG" } },
        { name: "most", fieldPath: "defaultCapacity", type: "SCALAR", scalar: { type: "MAX" } },
      ),
      baseline: { name: "byCapacity", values: [] },
    },
    {
      name: "services by month",
      ours: aggregated({
        name: "months",
        fieldPath: "createdDate",
        type: "DATE_HISTOGRAM",
        dateHistogram: { interval: "MONTH" },
      }),
      baseline: { name: "byMonth", values: [] },
    },
  ];
}
