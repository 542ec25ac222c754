import type { Client } from "@uola/client";
import type { Session } from "@uola/contract";
import { dayMs } from "@uola/contract/durations";
import { instantOf, localDate } from "@uola/words/formats";

/**
 * The timetable API returns at most 62 days per request; the dates of a course are shown for about
 * a year.
 */
const stretchMs = 60 * dayMs;
const stretchesMax = 6;

/**
 * Returns the sessions starting now, requested in the longest ranges that the timetable API allows.
 * Without ids, the sessions of all services are returned.
 */
export async function sessionsUntil(
  client: Client,
  now: Date,
  until: Date,
  serviceIds?: readonly string[],
): Promise<Session[]> {
  const from = instantOf(localDate(now)).getTime();
  const stretches = Math.min(stretchesMax, Math.max(1, Math.ceil((until.getTime() - from) / stretchMs)));
  const parts = await Promise.all(
    Array.from({ length: stretches }, (_, index) =>
      client.availability.sessions({
        from: new Date(from + index * stretchMs),
        to: new Date(Math.max(from + 1, Math.min(from + (index + 1) * stretchMs, until.getTime()))),
        ...(serviceIds && { serviceIds: [...serviceIds] }),
      }),
    ),
  );
  const sessions = parts.flatMap((part) => part.sessions);
  return sessions.filter(({ status, startDate }) => status === "CONFIRMED" && startDate > now);
}
