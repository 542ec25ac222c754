import type { Business } from "@uola/contract";

type SpecialHours = Business["specialHours"][number];
type Holiday = { date: string; name: string; isClosed: boolean };

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

/** The first Sunday of a month. */
const firstSunday = (year: number, month: number) =>
  isoDate(year, month, 1 + ((7 - new Date(Date.UTC(year, month - 1, 1)).getUTCDay()) % 7));

const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** The public holidays of Lithuania in a year; on the greatest of them the gym is closed. */
export function holidays(year: number): Holiday[] {
  const on = (month: number, day: number, name: string, isClosed = false) => ({
    date: isoDate(year, month, day),
    name,
    isClosed,
  });
  const sunday = easter(year);
  return [
    on(1, 1, "Naujieji metai", true),
    on(2, 16, "Lietuvos valstybės atkūrimo diena"),
    on(3, 11, "Lietuvos nepriklausomybės atkūrimo diena"),
    { date: sunday, name: "Velykos", isClosed: true },
    { date: dayAfter(sunday), name: "Velykų antroji diena", isClosed: false },
    on(5, 1, "Tarptautinė darbo diena"),
    { date: firstSunday(year, 5), name: "Motinos diena", isClosed: false },
    { date: firstSunday(year, 6), name: "Tėvo diena", isClosed: false },
    on(6, 24, "Rasos ir Joninių diena"),
    on(7, 6, "Valstybės diena"),
    on(8, 15, "Žolinė"),
    on(11, 1, "Visų Šventųjų diena", true),
    on(11, 2, "Mirusiųjų atminimo (Vėlinių) diena"),
    on(12, 24, "Kūčios", true),
    on(12, 25, "Kalėdos", true),
    on(12, 26, "Kalėdų antroji diena"),
  ];
}

const shortDay = { open: "10:00", close: "20:00" };

/** How the gym keeps the holidays of these years; a date with two names is listed once. */
export function holidayHours(...years: number[]): SpecialHours[] {
  const byDate = new Map<string, SpecialHours>();
  for (const { date, name, isClosed } of years.flatMap(holidays)) {
    const before = byDate.get(date);
    const closed = isClosed || before?.closed === true;
    const names = before ? `${before.name}, ${name}` : name;
    byDate.set(date, { date, name: names, closed, ...(closed ? {} : shortDay) });
  }
  return [...byDate.values()].sort((a, b) => a.date.localeCompare(b.date));
}
