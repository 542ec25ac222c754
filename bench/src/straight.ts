import type { Connection } from "@uola/database";
import { bareClaims } from "./bare-wish.ts";
import type { Load } from "./load.ts";
import type { Bookable } from "./sessions.ts";

/** Every wish at once to the claim itself, without HTTP: what PostgreSQL allows. */
export async function claimStraight({ url }: Connection, siteId: string, wishes: Bookable[]): Promise<Load> {
  const claims = bareClaims(url, siteId);
  try {
    await claims.connection.pool.query("select 1");
    return await claimAll(claims, wishes);
  } finally {
    await claims.connection.close();
  }
}

export async function claimAll(
  { claim }: Pick<ReturnType<typeof bareClaims>, "claim">,
  wishes: Bookable[],
): Promise<Load> {
  const began = performance.now();
  const statuses = new Map<number, number>();
  const times = await Promise.all(
    wishes.map(async ({ id, serviceId, scheduleId, startDate, endDate }) => {
      const { outcome } = await claim({
        booking: {
          bookedEntity: { slot: { sessionId: id, serviceId, scheduleId, startDate, endDate } },
          contactDetails: { email: "pirkeja@uola.example" },
          totalParticipants: 1,
        },
      });
      const status = outcome === "made" ? 200 : 409;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return performance.now() - began;
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    statuses,
    seconds,
    perSecond: wishes.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    bodies: [],
  };
}
