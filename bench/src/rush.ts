import type { Connection } from "@uola/database";
import { cpuOf, spent } from "./cpu.ts";
import { origins, ports, type Running, run } from "./house.ts";
import { type Load, rush as send, type Wish } from "./load.ts";
import { demand, heading, line, loadLine, ratio } from "./report.ts";
import { type Bookable, freshSessions, soldIn, visitorTokens } from "./sessions.ts";
import { claimStraight } from "./straight.ts";

/** `buyers` people at once, spread in random order over `sessions` sessions of `capacity` places. */
type Case = { name: string; buyers: number; sessions: number; capacity: number };
const cases: Case[] = [
  { name: "2,000 buyers, one session of 12", buyers: 2_000, sessions: 1, capacity: 12 },
  { name: "6,000 buyers, 200 sessions of 12", buyers: 6_000, sessions: 200, capacity: 12 },
];
const rounds = 3;
const sockets = 2_000;

type Side = { loads: Load[]; node: number; postgres: number };

/** Booking decisions over HTTP against two limits of the same run: a bare server making the same claim, and the claim alone. */
export async function rush(uola: Running, connection: Connection, siteId: string, clientId: string) {
  heading("rush: booking decisions at once, limit = bare node:http making the same batched claim");
  const bare = await run(
    "bare-claim.ts",
    { PORT: String(ports.bare), DATABASE_URL: connection.url, SITE_ID: siteId },
    "listening",
  );
  const tokens = await visitorTokens(clientId, Math.max(...cases.map(({ buyers }) => buyers)));
  try {
    await oneCase({ name: "warm-up", buyers: 1_000, sessions: 50, capacity: 12 }, 1, true);
    for (const one of cases) await oneCase(one, rounds, false);
  } finally {
    await bare.stop();
  }

  async function oneCase({ name, buyers, sessions, capacity }: Case, times: number, quiet: boolean) {
    const ours: Side = { loads: [], node: 0, postgres: 0 };
    const limit: Side = { loads: [], node: 0, postgres: 0 };
    const alone: Side = { loads: [], node: 0, postgres: 0 };
    let exact = true;
    for (let round = 0; round < times; round++) {
      for (const [side, origin, pid] of [
        [ours, origins.platform, uola.pid],
        [limit, origins.bare, bare.pid],
      ] as const) {
        const made = await freshSessions(connection, siteId, sessions, capacity);
        const wishes = inRandomOrder(made, buyers, (session, buyer) => wishOf(session, tokens[buyer] ?? ""));
        const before = [cpuOf(pid).node, cpuOf(process.pid).postgres] as const;
        const load = await send(origin, wishes, sockets);
        side.loads.push(load);
        side.node += cpuOf(pid).node - before[0];
        side.postgres += cpuOf(process.pid).postgres - before[1];
        exact &&= await isExact(load, made);
      }
      const made = await freshSessions(connection, siteId, sessions, capacity);
      const before = cpuOf(process.pid);
      alone.loads.push(
        await claimStraight(
          connection,
          siteId,
          inRandomOrder(made, buyers, (session) => session),
        ),
      );
      const cost = spent(before, cpuOf(process.pid));
      alone.node += cost.node;
      alone.postgres += cost.postgres;
      exact &&= await isExact(undefined, made);
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
    loadLine("  bare server over HTTP", best(limit), cpu(limit), buyers);
    loadLine("  claim straight in PostgreSQL", best(alone), cpu(alone), buyers);
    const total = (side: Side) => side.node + side.postgres;
    demand(
      `throughput ${ratio(best(ours).perSecond, best(limit).perSecond).toFixed(2)} of the bare server (≥ 0.40)`,
      ratio(best(ours).perSecond, best(limit).perSecond) >= 0.4,
    );
    demand(
      `CPU per decision: bare ÷ Uola ${ratio(total(limit), total(ours)).toFixed(2)}, node alone ${ratio(limit.node, ours.node).toFixed(2)} (≥ 0.40)`,
      ratio(total(limit), total(ours)) >= 0.4,
    );
    line(
      "  beside the claim alone",
      `throughput ${ratio(best(ours).perSecond, best(alone).perSecond).toFixed(2)}, PostgreSQL CPU ${ratio(alone.postgres, ours.postgres).toFixed(2)}`,
    );
    if (buyers === 2_000) demand(`p99 ${best(ours).p99.toFixed(0)} ms (< 1,500)`, best(ours).p99 < 1_500);
    demand(
      `sold exactly what there was (${sessions * capacity} places), nobody without an answer, in all ${times * 3} rounds`,
      exact,
    );
  }

  /** Sold is what the counter, the bookings and the answers all say, and every session is full. */
  async function isExact(load: Load | undefined, made: Bookable[]): Promise<boolean> {
    const sold = await soldIn(connection, siteId, made);
    const answered = load
      ? load.statuses.get(200) === sold.booked &&
        [...load.statuses.keys()].every((status) => status === 200 || status === 409)
      : true;
    return answered && sold.booked === sold.taken && sold.fullSessions === made.length && sold.oversold === 0;
  }
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

const wishOf = ({ id, serviceId, scheduleId, startDate, endDate }: Bookable, token: string): Wish => ({
  path: "/v2/bookings",
  method: "POST",
  headers: { "content-type": "application/json", authorization: token },
  body: JSON.stringify({
    booking: {
      bookedEntity: { slot: { sessionId: id, serviceId, scheduleId, startDate, endDate, timezone: "Europe/Vilnius" } },
      contactDetails: {
        firstName: "Pirkėja",
        lastName: "Rytinė",
        email: "pirkeja@uola.example",
        phone: "+37061234567",
      },
      totalParticipants: 1,
      selectedPaymentOption: "OFFLINE",
    },
    participantNotification: { notifyParticipants: true },
  }),
});
