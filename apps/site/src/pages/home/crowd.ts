/** The people in sessions of an hour of the wall clock, and the places those sessions have. */
export type HourOfSessions = { hour: number; people: number; places: number };
export type Crowd = "calm" | "medium" | "full";

/** Fewer people than this are a calm hall however few the places: so few are not told apart. */
const fewest = 10;

/** How full the hall is with people in sessions, against the hour of the day that has the most places. */
export function crowdAt(hour: number, today: readonly HourOfSessions[]): Crowd {
  const people = today.find((each) => each.hour === hour)?.people ?? 0;
  const most = Math.max(...today.map(({ places }) => places), 1);
  if (people < fewest || people < most / 3) return "calm";
  return people < (most * 3) / 4 ? "medium" : "full";
}
