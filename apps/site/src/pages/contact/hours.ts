import type { Business } from "@uola/contract";

/** A stretch of a day as shares of the axis, with its hours as they are read. */
export type Stretch = { from: number; to: number; hours: string };
export type Lanes = { marks: { hour: number; at: number }[]; days: { weekday: number; stretches: Stretch[] }[] };

const hourOf = (wall: string) => Number(wall.slice(0, 2)) + Number(wall.slice(3)) / 60;
const short = (wall: string) => wall.replace(/^0/, "");
const usual = { first: 8, last: 22 };

/** The hours of the week on one axis, which reaches from the earliest opening to the latest closing. */
export function lanesOf(openingHours: Business["openingHours"]): Lanes {
  const first = Math.floor(Math.min(...openingHours.map(({ open }) => hourOf(open)), usual.first));
  const last = Math.ceil(Math.max(...openingHours.map(({ close }) => hourOf(close)), usual.last));
  const at = (hour: number) => (hour - first) / (last - first);
  return {
    marks: Array.from({ length: Math.floor((last - first) / 2) + 1 }, (_, n) => first + 2 * n).map((hour) => ({
      hour,
      at: at(hour),
    })),
    days: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      stretches: openingHours
        .filter((each) => each.weekday === weekday)
        .map(({ open, close }) => ({
          from: at(hourOf(open)),
          to: at(hourOf(close)),
          hours: `${short(open)}–${short(close)}`,
        })),
    })),
  };
}
