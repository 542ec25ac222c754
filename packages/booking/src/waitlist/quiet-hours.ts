import { Temporal } from "temporal-polyfill";

/** Time zone of the offered session or course, and its start if known. */
type OfferTime = { timeZone: string; start: Date | null };
type Night = { from: Date; until: Date };

const falls = Temporal.PlainTime.from("22:00");
const ends = Temporal.PlainTime.from("08:00");
const early = Temporal.PlainTime.from("10:00");

/** Whether a moment is in quiet hours, when no offers are made. */
export const isQuiet = (moment: Date, offerTime: OfferTime): boolean => nightAt(moment, offerTime) !== undefined;

/**
 * Returns the moment `minutes` later. Quiet hours are not counted, and the result is never after
 * the start.
 */
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

/**
 * Returns the quiet night that begins on a day; undefined when the session starts so early the next
 * morning that the night is the only time to answer.
 */
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

/** Returns the next quiet night that has not begun. */
function nightAfter(moment: Date, offerTime: OfferTime): Night {
  for (let day = dayOf(moment, offerTime.timeZone); ; day = day.add({ days: 1 })) {
    const night = nightOf(day, offerTime);
    if (night && night.from > moment) return night;
  }
}
