import { Temporal } from "temporal-polyfill";

/** What an offer is for: its time zone, and its start if that is known. */
type OfferTime = { timeZone: string; start: Date | null };
type Night = { from: Date; until: Date };

const [falls, ends, early] = ["22:00", "08:00", "10:00"].map((time) => Temporal.PlainTime.from(time)) as [
  Temporal.PlainTime,
  Temporal.PlainTime,
  Temporal.PlainTime,
];

/** Whether a moment lies in a night without offers. */
export const isQuiet = (moment: Date, offerTime: OfferTime): boolean => nightAt(moment, offerTime) !== undefined;

/** The moment `minutes` later. Quiet nights do not count, and the result is never after the start. */
export function deadline(from: Date, minutes: number, offerTime: OfferTime): Date {
  let at = from.getTime();
  let left = minutes * 60_000;
  const last = offerTime.start?.getTime() ?? Number.POSITIVE_INFINITY;
  while (at < last) {
    const now = nightAt(new Date(at), offerTime);
    if (now) {
      at = now.until.getTime();
      continue;
    }
    const next = nightAfter(new Date(at), offerTime);
    const awake = next.from.getTime() - at;
    if (left <= awake) return new Date(Math.min(at + left, last));
    left -= awake;
    at = next.until.getTime();
  }
  return new Date(last);
}

const dayOf = (moment: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

const momentOf = (day: Temporal.PlainDate, plainTime: Temporal.PlainTime, timeZone: string) =>
  new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds);

/** The quiet night after a day; undefined where the session begins so early next morning that only the night is left. */
function nightOf(evening: Temporal.PlainDate, { timeZone, start }: OfferTime): Night | undefined {
  const morning = evening.add({ days: 1 });
  const from = momentOf(evening, falls, timeZone);
  if (start && start >= from && start < momentOf(morning, early, timeZone)) return undefined;
  return { from, until: momentOf(morning, ends, timeZone) };
}

function nightAt(moment: Date, offerTime: OfferTime): Night | undefined {
  const today = dayOf(moment, offerTime.timeZone);
  const nights = [today.subtract({ days: 1 }), today].map((evening) => nightOf(evening, offerTime));
  return nights.find((night) => night && night.from <= moment && moment < night.until);
}

/** The next quiet night that has not begun. */
function nightAfter(moment: Date, offerTime: OfferTime): Night {
  for (let day = dayOf(moment, offerTime.timeZone); ; day = day.add({ days: 1 })) {
    const night = nightOf(day, offerTime);
    if (night && night.from > moment) return night;
  }
}
