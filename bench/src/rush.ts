import type { Connection } from "@uola/database";
import { measureConcurrentOperations } from "./concurrent-operations.ts";
import { cpuOf, spent } from "./cpu.ts";
import { claimAll, claimDirectly, createDirectClaims } from "./direct-claims.ts";
import { origins, ports, type Running, run } from "./harness.ts";
import { type Load, type LoadRequest, sendAtOnce } from "./load.ts";
import { heading, line, loadLine, ratio, requirement } from "./report.ts";
import { type Bookable, freshSessions, liftLimits, soldIn, visitorTokens } from "./sessions.ts";

/**
 * `buyers` people book at once, in random order, in `sessions` sessions of `capacity` places. `holding`: every third one
 * first holds a place.
 */
type Case = { name: string; buyers: number; sessions: number; capacity: number; holding: boolean };
const cases: Case[] = [
  { name: "500 buyers, one session of 12", buyers: 500, sessions: 1, capacity: 12, holding: false },
  { name: "2,000 buyers, one session of 12", buyers: 2_000, sessions: 1, capacity: 12, holding: false },
  { name: "2,000 buyers, one session of 12, holds", buyers: 2_000, sessions: 1, capacity: 12, holding: true },
  { name: "6,000 buyers, 200 sessions of 12", buyers: 6_000, sessions: 200, capacity: 12, holding: false },
  { name: "6,000 buyers, 200 sessions of 12, holds", buyers: 6_000, sessions: 200, capacity: 12, holding: true },
];
const rounds = 3;
const sockets = 2_000;

type BenchTargets = {
  uola: Running;
  /** Starts a second server on the same database. */
  another(): Promise<Running>;
  connection: Connection;
  siteId: string;
  clientId: string;
};
type Side = { loads: Load[]; node: number; postgres: number };

/**
 * Measures simultaneous bookings over HTTP against two baselines in the same run: a server that
 * makes the same claim, and the claim without HTTP.
 */
export async function rush({ uola, another, connection, siteId, clientId }: BenchTargets) {
  await liftLimits(connection, siteId);
  heading("rush: simultaneous bookings, baseline = node:http making the same batched claim");
  const baseline = await run(
    "baseline-booking.ts",
    { PORT: String(ports.baseline), DATABASE_URL: connection.url, SITE_ID: siteId },
    "listening",
  );
  const tokens = await visitorTokens(clientId, Math.max(...cases.map(({ buyers }) => buyers)));
  try {
    await oneCase({ name: "warm-up", buyers: 1_000, sessions: 50, capacity: 12, holding: true }, rounds, true);
    for (const one of cases) await oneCase(one, rounds, false);
    await sellOutRepeatedly(connection, siteId);
    await killOneOfTwoServers(connection, siteId, tokens, await another());
    await measureConcurrentOperations(connection, siteId, clientId);
  } finally {
    await baseline.stop();
  }

  async function oneCase({ name, buyers, sessions, capacity, holding }: Case, times: number, quiet: boolean) {
    const ours: Side = { loads: [], node: 0, postgres: 0 };
    const limit: Side = { loads: [], node: 0, postgres: 0 };
    const alone: Side = { loads: [], node: 0, postgres: 0 };
    let exact = true;
    for (let round = 0; round < times; round++) {
      for (const [side, origin, pid] of [
        [ours, origins.platform, uola.pid],
        [limit, origins.baseline, baseline.pid],
      ] as const) {
        const made = await freshSessions(connection, siteId, sessions, capacity);
        const holds = holding && side === ours;
        const requests = inRandomOrder(made, buyers, (session, buyer) => {
          const token = tokens[buyer] ?? "";
          return holds && buyer % 3 === 0 ? holdThenBook(session, token, buyer) : bookRequest(session, token, buyer);
        });
        const before = [cpuOf(pid).node, cpuOf(process.pid).postgres] as const;
        const load = await sendAtOnce(origin, requests, sockets);
        side.loads.push(load);
        side.node += cpuOf(pid).node - before[0];
        side.postgres += cpuOf(process.pid).postgres - before[1];
        exact &&= await isExact(connection, siteId, load, made);
      }
      const made = await freshSessions(connection, siteId, sessions, capacity);
      const before = cpuOf(process.pid);
      alone.loads.push(
        await claimDirectly(
          connection,
          siteId,
          inRandomOrder(made, buyers, (session) => session),
        ),
      );
      const cost = spent(before, cpuOf(process.pid));
      alone.node += cost.node;
      alone.postgres += cost.postgres;
      exact &&= await isExact(connection, siteId, undefined, made);
    }
    if (quiet) return;

    const decisions = buyers * times;
    const cpu = (side: Side) => ({
      node: (side.node / decisions) * buyers,
      postgres: (side.postgres / decisions) * buyers,
    });
    const best = (side: Side) => side.loads.toSorted((a, b) => b.perSecond - a.perSecond)[0] as Load;
    line(name, `best of ${times} rounds; CPU is the mean of all`);
    loadLine("  Uola over HTTP", best(ours), cpu(ours), buyers);
    loadLine("  baseline server over HTTP", best(limit), cpu(limit), buyers);
    loadLine("  claim without HTTP", best(alone), cpu(alone), buyers);
    const total = (side: Side) => side.node + side.postgres;
    // A buyer who first takes a hold gets two responses from Uola, but one from the baseline, which
    // has no holds.
    const share = ratio(best(ours).answersPerSecond, best(limit).answersPerSecond);
    requirement(`answers a second: ${share.toFixed(2)} of the baseline server (≥ 0.50)`, share >= 0.5);
    requirement(
      `CPU per buyer: Uola ÷ baseline ${ratio(total(ours), total(limit)).toFixed(2)}, node alone ${ratio(ours.node, limit.node).toFixed(2)} (≤ 3)`,
      ratio(total(ours), total(limit)) <= 3,
    );
    line(
      "  beside the claim without HTTP",
      `throughput ${ratio(best(ours).perSecond, best(alone).perSecond).toFixed(2)}, PostgreSQL CPU ${ratio(alone.postgres, ours.postgres).toFixed(2)}`,
    );
    requirement(
      `sold exactly what there was (${sessions * capacity} places), nobody without an answer, in all ${times * 3} rounds`,
      exact,
    );
  }
}

/** Whether the counter, the bookings and the responses agree on the number of places sold, and every session is full. */
async function isExact(
  connection: Connection,
  siteId: string,
  load: Load | undefined,
  made: Bookable[],
): Promise<boolean> {
  const sold = await soldIn(connection, siteId, made);
  const answered = load
    ? load.statuses.get(200) === sold.booked &&
      [...load.statuses.keys()].every((status) => status === 200 || status === 409)
    : true;
  return answered && sold.booked === sold.taken && sold.fullSessions === made.length && sold.oversold === 0;
}

/** Sells out an empty session to 500 buyers, a hundred times, with claims from two connection pools. */
async function sellOutRepeatedly(connection: Connection, siteId: string) {
  const claimers = [createDirectClaims(connection.url, siteId), createDirectClaims(connection.url, siteId)];
  for (const capacity of [1, 12]) {
    const made = await freshSessions(connection, siteId, 100, capacity);
    let answered = 0;
    for (const session of made) {
      const half = Array.from({ length: 250 }, () => session);
      const loads = await Promise.all(claimers.map((claimer) => claimAll(claimer, half)));
      for (const { statuses } of loads) answered += (statuses.get(200) ?? 0) + (statuses.get(409) ?? 0);
    }
    const sold = await soldIn(connection, siteId, made);
    const exact = sold.booked === 100 * capacity && sold.taken === sold.booked && sold.fullSessions === 100;
    requirement(
      `100 times 500 buyers for ${capacity}: ${sold.booked} sold, ${sold.oversold} oversold, ${50_000 - answered} without an answer`,
      exact && answered === 50_000,
    );
  }
  for (const { connection: opened } of claimers) await opened.close();
}

/**
 * Half of the buyers use a process that is killed; they retry at the other one with the same
 * idempotency key.
 */
async function killOneOfTwoServers(connection: Connection, siteId: string, tokens: string[], second: Running) {
  const made = await freshSessions(connection, siteId, 20, 12);
  const requests = inRandomOrder(made, 2_000, (session, buyer): LoadRequest => {
    const token = tokens[buyer] ?? "";
    // A hold whose response is lost keeps its place until it expires, so no buyer takes a hold at
    // the process that is killed.
    if (buyer % 6 === 0) return holdThenBook(session, token, buyer);
    const request = bookRequest(session, token, buyer, keyOf(session, buyer));
    if (buyer % 2 === 0) return request;
    return { ...request, origin: origins.second, next: (status) => (status === 0 ? request : undefined) };
  });
  setTimeout(() => process.kill(second.pid, "SIGKILL"), 300);
  const load = await sendAtOnce(origins.platform, requests, sockets);
  loadLine("2,000 buyers, one of two processes is killed", load, undefined, 2_000);
  requirement("every buyer answered, every place sold once", await isExact(connection, siteId, load, made));
}

function inRandomOrder<T>(sessions: Bookable[], buyers: number, make: (session: Bookable, buyer: number) => T): T[] {
  // The same shuffle in every run (Lehmer), so that runs can be compared.
  let seed = 20_260_921;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: buyers }, (_, buyer) => ({ buyer, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ buyer }) => make(sessions[buyer % sessions.length] as Bookable, buyer));
}

const keyOf = ({ id }: Bookable, buyer: number) => `${id} ${buyer}`;

/**
 * Holds a place and books it with the hold, from one of many networks, since the number of holds
 * per network is limited.
 */
function holdThenBook(session: Bookable, token: string, buyer: number): LoadRequest {
  const { id: sessionId, serviceId, scheduleId } = session;
  const book = bookRequest(session, token, buyer, keyOf(session, buyer));
  return {
    ...book,
    path: "/v1/holds",
    body: JSON.stringify({ slot: { sessionId, serviceId, scheduleId }, totalParticipants: 1 }),
    from: `127.0.${1 + Math.floor(buyer / 6_000)}.${1 + (Math.floor(buyer / 30) % 250)}`,
    next: (status, text) => {
      if (status !== 200) return undefined;
      const { hold } = JSON.parse(text) as { hold: { id: string } };
      return { ...book, body: JSON.stringify({ ...JSON.parse(book.body ?? "{}"), holdId: hold.id }) };
    },
  };
}

const bookRequest = (
  { id, serviceId, scheduleId, startDate, endDate }: Bookable,
  token: string,
  buyer: number,
  key?: string,
): LoadRequest => ({
  path: "/v2/bookings",
  method: "POST",
  headers: { "content-type": "application/json", authorization: token, ...(key && { "idempotency-key": key }) },
  body: JSON.stringify({
    booking: {
      bookedEntity: { slot: { sessionId: id, serviceId, scheduleId, startDate, endDate, timezone: "Europe/Vilnius" } },
      contactDetails: {
        firstName: "Pirkėja",
        lastName: "Rytinė",
        email: `pirkeja${buyer}@uola.example`,
        phone: "+37061234567",
      },
      totalParticipants: 1,
      selectedPaymentOption: "OFFLINE",
    },
    participantNotification: { notifyParticipants: true },
  }),
});
