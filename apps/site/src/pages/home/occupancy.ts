/**
 * The number of people in sessions during one hour (wall-clock time), and the capacity of those
 * sessions.
 */
export type HourOfSessions = { hour: number; people: number; places: number };
export type Crowd = "calm" | "medium" | "full";

/** With fewer people than this, the crowd level is always calm, however small the capacity is. */
const fewest = 10;

/**
 * Returns how full the gym is with people in sessions, relative to the hour of the day with the
 * highest capacity.
 */
export function crowdLevelAt(hour: number, today: readonly HourOfSessions[]): Crowd {
  const people = today.find((each) => each.hour === hour)?.people ?? 0;
  const most = Math.max(...today.map(({ places }) => places), 1);
  if (people < fewest || people < most / 3) return "calm";
  return people < (most * 3) / 4 ? "medium" : "full";
}
