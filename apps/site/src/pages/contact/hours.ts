import type { Business } from "@uola/contract";

/**
 * A range of opening hours within a day: start and end as fractions of the axis, and the hours as
 * displayed.
 */
export type Stretch = { from: number; to: number; hours: string };
export type Lanes = { marks: { hour: number; at: number }[]; days: { weekday: number; stretches: Stretch[] }[] };

const hourOf = (wall: string) => Number(wall.slice(0, 2)) + Number(wall.slice(3)) / 60;
const short = (wall: string) => wall.replace(/^0/, "");
const usual = { first: 8, last: 22 };

/** Places the weekly opening hours on one axis, from the earliest opening to the latest closing. */
export function hoursChart(openingHours: Business["openingHours"]): Lanes {
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
