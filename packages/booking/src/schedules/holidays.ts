import { dateAfter } from "../availability/availability.ts";

/** A public holiday; a date may have two. */
export type Holiday = { date: string; name: string };

const isoDate = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** Easter Sunday of a year, by the Gregorian computus of Meeus, Jones and Butcher. */
export function easter(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return isoDate(year, Math.floor(days / 31), (days % 31) + 1);
}

const firstSunday = (year: number, month: number) =>
  isoDate(year, month, 1 + ((7 - new Date(Date.UTC(year, month - 1, 1)).getUTCDay()) % 7));

/** The public holidays of Lithuania in a year, in order. */
export function holidays(year: number): Holiday[] {
  const on = (month: number, day: number, name: string) => ({ date: isoDate(year, month, day), name });
  const sunday = easter(year);
  const all = [
    on(1, 1, "Naujieji metai"),
    on(2, 16, "Lietuvos valstybės atkūrimo diena"),
    on(3, 11, "Lietuvos nepriklausomybės atkūrimo diena"),
    { date: sunday, name: "Velykos" },
    { date: dateAfter(sunday, 1), name: "Velykų antroji diena" },
    on(5, 1, "Tarptautinė darbo diena"),
    { date: firstSunday(year, 5), name: "Motinos diena" },
    { date: firstSunday(year, 6), name: "Tėvo diena" },
    on(6, 24, "Rasos ir Joninių diena"),
    on(7, 6, "Valstybės diena"),
    on(8, 15, "Žolinė"),
    on(11, 1, "Visų Šventųjų diena"),
    ...(year >= 2020 ? [on(11, 2, "Mirusiųjų atminimo (Vėlinių) diena")] : []),
    on(12, 24, "Kūčios"),
    on(12, 25, "Kalėdos"),
    on(12, 26, "Kalėdų antroji diena"),
  ];
  return all.toSorted((a, b) => a.date.localeCompare(b.date));
}

const byYear = new Map<number, ReadonlyMap<string, string>>();

/** Returns the holiday on a date, with all of its names. */
export function holidayOn(date: string): string | undefined {
  const year = Number(date.slice(0, 4));
  let names = byYear.get(year);
  if (!names) {
    const grouped = Map.groupBy(holidays(year), (holiday) => holiday.date);
    names = new Map([...grouped].map(([day, found]) => [day, found.map(({ name }) => name).join(", ")]));
    byYear.set(year, names);
  }
  return names.get(date);
}
