import { signs } from "@uola/art";
import { bookingCode } from "@uola/contract";
import { totalCents } from "@uola/contract/booking-price";
import { centsOf } from "@uola/contract/cents";
import type { Locale } from "@uola/words";
import { dayAccusative, dayLong, dayRange, dayShort, money, time, timeRange } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";
import type { BookingFacts, SessionFacts } from "./booking-facts.ts";
import type { Ticket, View } from "./mail-view.ts";

/** Services whose category has no kind use the bouldering design. */
export const signOf = ({ service: { kind } }: BookingFacts) =>
  signs[kind && kind !== "other" ? kind : "bouldering"] as View["sign"];

/** Maximum number of participants named in a mail; further ones are only counted. */
const namedMax = 12;

export const momentText = (locale: Locale) => (instant: Date) => `${dayShort(instant, locale)}, ${time(instant)}`;

/** The time of a booking or waiting-list entry in several formats. A course may have no sessions yet. */
export function timesOf(sessions: readonly SessionFacts[], words: MailWords, locale: Locale) {
  const [first] = sessions;
  const many = sessions.length > 1;
  if (!first) {
    const later = words("ticket.later");
    return { start: undefined, many, short: later, when: later, day: upperFirst(later), hours: undefined };
  }
  return {
    start: first.start,
    many,
    /** For example "rugs. 9 d., 18:00". */
    short: momentText(locale)(first.start),
    /** For example "trečiadienį, rugsėjo 9 d., 18:00". */
    when: `${dayAccusative(first.start, locale)}, ${time(first.start)}`,
    day: many ? courseDays(sessions, words, locale) : longDay(first.start, locale),
    hours: timeRange(first.start, first.end),
  };
}
export type Times = ReturnType<typeof timesOf>;

/** For example "Trečiadienis, rugsėjo 9 d., 18:00–19:00". */
export const timeLine = ({ day, hours }: Pick<Times, "day" | "hours">): string =>
  [day, hours].filter(Boolean).join(", ");

export const longDay = (instant: Date, locale: Locale) => upperFirst(dayLong(instant, locale));

export function ticketOf(
  { booking, service, staff }: BookingFacts,
  { day, hours }: Pick<Times, "day" | "hours">,
  words: MailWords,
  { off = false, scan }: { off?: boolean; scan?: string | undefined },
): Ticket {
  const code = bookingCode(booking.id);
  return {
    label: service.category,
    off,
    time: hours,
    day,
    service: service.name,
    staff: staffLine(staff, words),
    code,
    codeSentence: words("ticket.code", { code }),
    scan: scan ? { alt: words("ticket.codeImage"), url: scan } : undefined,
  };
}

/** The number of participants, their names if given, and the previous number. */
export function participantsRow(
  { booking: { participants: count, names } }: BookingFacts,
  words: MailWords,
  before?: number,
): View["rows"][number] {
  const counted = words("row.participants.value", { count });
  const changed = before === undefined ? counted : words("row.participants.was", { now: counted, before });
  const shown = names.slice(0, namedMax).join(", ");
  const more = names.length - namedMax;
  const named = more > 0 ? words("row.participants.more", { names: shown, count: more }) : shown;
  const value = named ? words("row.participants.named", { count: changed, names: named }) : changed;
  return { label: words("row.participants"), value };
}

export const locationRow = ({ location }: BookingFacts, words: MailWords): View["rows"] =>
  location
    ? [{ label: words("row.place"), value: location, link: { text: words("row.directions"), url: mapOf(location) } }]
    : [];

function courseDays(sessions: readonly SessionFacts[], words: MailWords, locale: Locale): string {
  const days = dayRange(sessions[0]?.start ?? "", sessions.at(-1)?.start ?? "", locale);
  return words("ticket.course", { count: sessions.length, days });
}

function staffLine(staff: BookingFacts["staff"], words: MailWords): string | undefined {
  const [one, ...others] = staff;
  if (!one) return undefined;
  if (others.length > 0 || !one.title)
    return words("ticket.trainers", { names: staff.map(({ name }) => name).join(", ") });
  return words("ticket.trainer", { title: upperFirst(one.title), name: one.name });
}

const mapOf = (location: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`;
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The amount to pay or paid. Empty when the price is unknown. */
export function paymentRow(
  { booking, service, sessions }: BookingFacts,
  takesPlaces: boolean,
  words: MailWords,
  locale: Locale,
): View["rows"] {
  const { paymentStatus, participants: count } = booking;
  if (paymentStatus === "REFUNDED") {
    return [{ label: words("row.price"), value: words(booking.payByPass ? "row.entryBack" : "row.refunded") }];
  }
  if (!takesPlaces) return [];
  const { rateType, fixed, varied, custom } = service.payment;
  if (rateType === "NO_FEE" || paymentStatus === "EXEMPT")
    return [{ label: words("row.price"), value: words("row.free") }];
  const each = fixed?.price ?? varied?.defaultPrice;
  if (!each) return custom?.description ? [{ label: words("row.price"), value: custom.description }] : [];
  const cents = centsOf(each);
  const { choices: participantsChoices, people: participants, lessons } = booking;
  const counts = {
    totalParticipants: count,
    participantsChoices,
    participants,
    startDate: sessions[0]?.start,
    lessons,
  };
  const sum = totalCents(service, counts)?.cents ?? cents * count;
  const total = money(sum, locale);
  if (paymentStatus === "PAID" && booking.payByPass) return [{ label: words("row.paid"), value: words("row.byPass") }];
  if (paymentStatus === "PAID") {
    return [
      { label: words("row.paid"), value: booking.soldFor === undefined ? total : money(booking.soldFor, locale) },
    ];
  }
  if (!booking.payAtGym) return [{ label: words("row.price"), value: total }];
  const value =
    count === 1 || sum !== cents * count
      ? words("row.toPay.one", { total })
      : words("row.toPay.many", { total, count, price: money(cents, locale) });
  return [{ label: words("row.toPay"), value }];
}
