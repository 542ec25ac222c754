import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import type { Business } from "@uola/contract";
import type { DataInput } from "@uola/page-loader/page.ts";
import { addDays, capitalized, type Day, dayShort, localDate, weekday } from "@uola/words/formats";
import { defaultLocale, language } from "@uola/words/language";
import { say } from "@uola/words/site";

/** The data about the gym shown in the frame around every page. */
export type FrameData = Awaited<ReturnType<typeof data>>;

export async function data({ client, now }: DataInput) {
  const business = await readBusiness(client);
  const { address, email } = business;
  /** `phone` links to the contact page if the gym has no telephone number. */
  const phone = { label: showPhone(business.phone), href: telOf(business.phone) };
  return {
    address,
    phone,
    email,
    /** Contact links for telephone and e-mail, as far as they are set. */
    reached: [...(business.phone ? [phone] : []), ...(email ? [{ href: `mailto:${email}`, label: email }] : [])],
    /** URL of a map for the address; empty without an address. */
    map: address && `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`,
    hours: hoursInWords(business, localDate(now)),
    demo: business.demo,
    year: Number(localDate(now).slice(0, 4)),
  };
}

/** Reads the gym's details, with its special days named in the language of the request. */
export async function readBusiness(client: DataInput["client"]): Promise<Business> {
  const [{ business }, dayNames] = await Promise.all([client.business.get({}), translatedDays(client)]);
  const specialHours = business.specialHours.map((day) => ({ ...day, name: dayNames.get(day.date) ?? day.name }));
  return { ...business, specialHours };
}

/**
 * Maps dates to the names of special days in the language of the request, as far as they are
 * translated.
 */
async function translatedDays(client: DataInput["client"]): Promise<Map<unknown, string>> {
  if (language() === defaultLocale) return new Map();
  const { collections } = await client.content.read({ collectionIds: ["SpecialHours"], language: language() });
  return new Map((collections.SpecialHours ?? []).map(({ date, name }) => [date, String(name)]));
}

type Line = { days: string; hours: string; closed?: boolean };

const monday: Day = "2024-01-01";
const special = { lookAheadDays: 60, most: 2 };

/**
 * Formats the opening hours. Consecutive days with the same hours share a line; the next dates with
 * different hours follow.
 */
export function hoursInWords({ openingHours, specialHours }: Business, today: Day): Line[] {
  const range = (open: string, close: string) => `${open.replace(/^0/, "")}–${close.replace(/^0/, "")}`;
  const lines: { first: number; last: number; hours: string; closed: boolean }[] = [];
  for (let day = 1; day <= 7; day++) {
    const found = openingHours.find(({ weekday }) => weekday === day);
    const hours = found ? range(found.open, found.close) : say("hours.closed");
    const line = lines.at(-1);
    if (line?.hours === hours) line.last = day;
    else lines.push({ first: day, last: day, hours, closed: !found });
  }
  const nameOf = (day: number) => weekday(addDays(monday, day - 1));
  const daysOf = ({ first, last }: { first: number; last: number }) => {
    if (first === 1 && last === 5) return say("hours.workdays");
    if (first === 6 && last === 6) return say("hours.saturdays");
    if (first === 7 && last === 7) return say("hours.sundays");
    return first === last ? capitalized(nameOf(first)) : `${capitalized(nameOf(first))} – ${nameOf(last)}`;
  };
  const coming = specialHours
    .filter(({ date }) => date >= today && date <= addDays(today, special.lookAheadDays))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .slice(0, special.most)
    .map(({ date, name, closed, open, close }) => ({
      days: `${capitalized(dayShort(date))}, ${name}`,
      hours: !closed && open && close ? range(open, close) : say("hours.closed"),
      closed,
    }));
  return [...lines.map((line) => ({ days: daysOf(line), hours: line.hours, closed: line.closed })), ...coming];
}
