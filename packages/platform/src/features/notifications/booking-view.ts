import { type Category, signs } from "@uola/art";
import { type BookingStatus, bookingCode } from "@uola/contract";
import type { Locale } from "@uola/words";
import { dayAccusative, dayLong, dayShort, money, time, timeRange } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";
import { cancelableUntil } from "../bookings/bookings.ts";
import type { Facts, Session } from "./facts.ts";
import { footerOf, type Headline, oneLine, type View } from "./view.ts";

export type Template = "booking-confirmed" | "booking-pending" | "booking-canceled" | "booking-declined";
/** The status a booking must have for the mail to be true. */
export const holdsFor: Record<Template, BookingStatus> = {
  "booking-confirmed": "CONFIRMED",
  "booking-pending": "PENDING",
  "booking-canceled": "CANCELED",
  "booking-declined": "DECLINED",
};

const headlines: Record<Template, Headline> = {
  "booking-confirmed": "Ačiū",
  "booking-pending": "Ačiū",
  "booking-canceled": "Atšaukta",
  "booking-declined": "Šįkart ne",
};

/** Activities by the names the gym gives them; what has none of these is told as bouldering is. */
const activities: Record<string, Category> = {
  "pirmą kartą": "firstTime",
  vaikams: "children",
  treniruotės: "trainings",
  virvės: "ropes",
  boulderingas: "bouldering",
};

type Options = {
  facts: Facts;
  template: Template;
  message: string | undefined;
  locale: Locale;
  words: MailWords;
  siteUrl: string;
  calendarLink: string;
  now: Date;
};

export function viewOf({ facts, template, message, locale, words, siteUrl, calendarLink, now }: Options): View {
  const { booking, service, gym } = facts;
  const [first] = facts.sessions;
  if (!first) throw new Error(`Booking ${booking.id} has no time to tell of.`);
  const kind = template.slice("booking-".length) as "confirmed" | "pending" | "canceled" | "declined";
  const held = kind === "confirmed" || kind === "pending";
  const many = facts.sessions.length > 1;
  const accountUrl = `${siteUrl}/account/?booking=${booking.id}`;
  const code = bookingCode(booking.id);
  const moment = (instant: Date) => `${dayShort(instant, locale)}, ${time(instant)}`;
  const [day, hours] = [
    many ? courseDays(facts.sessions, words, locale) : upperFirst(dayLong(first.start, locale)),
    timeRange(first.start, first.end),
  ];
  const when = `${dayAccusative(first.start, locale)}, ${time(first.start)}`;

  return {
    language: locale,
    subject: oneLine(words(`${kind}.subject`, { service: service.name, when: moment(first.start) })),
    preview: `${day}, ${hours} · ${service.name}`,
    headline: headlines[template],
    sign: signs[activities[service.category?.toLowerCase() ?? ""] ?? "bouldering"] as View["sign"],
    title: words(`${kind}.title`),
    greeting: words("greeting"),
    lead:
      kind === "confirmed"
        ? words(many ? "confirmed.leadCourse" : "confirmed.lead", { when })
        : kind === "pending"
          ? words("pending.lead", { count: booking.participants })
          : words(`${kind}.lead`),
    message: message?.trim() ? { label: words("message"), text: message.trim() } : undefined,
    ticket: {
      label: service.category,
      off: !held,
      time: hours,
      day,
      service: service.name,
      staff: staffLine(facts.staff, words),
      code,
      codeSentence: words("ticket.code", { code }),
      scan: kind === "confirmed" ? { alt: words("ticket.codeImage"), url: accountUrl } : undefined,
    },
    code: undefined,
    rows: [
      {
        label: words("row.participants"),
        value: words("row.participants.value", { count: booking.participants }),
      },
      ...(held && facts.place
        ? [
            {
              label: words("row.place"),
              value: facts.place,
              link: { text: words("row.directions"), url: mapOf(facts.place) },
            },
          ]
        : []),
      ...paymentRow(facts, held, words, locale),
    ],
    button: held
      ? { text: words("button.calendar"), url: calendarLink }
      : { text: words("button.again"), url: `${siteUrl}/schedule/` },
    sections: [
      ...(many && held
        ? [
            {
              title: words("sessions.title"),
              items: facts.sessions.map(
                ({ start, end }) => `${upperFirst(dayLong(start, locale))}, ${timeRange(start, end)}`,
              ),
            },
          ]
        : []),
      ...(kind === "confirmed"
        ? [
            {
              title: words("bring.title"),
              items: [words("bring.clothes"), words("bring.shoes"), words("bring.early")],
            },
          ]
        : []),
      ...(held ? [plans(facts, first.start, { words, accountUrl, now, moment })] : []),
    ],
    footer: footerOf(gym, siteUrl, words, words("footer.why")),
  };
}

/** What the policy lets people do by themselves, and until when. */
function plans(
  { policy }: Facts,
  start: Date,
  {
    words,
    accountUrl,
    now,
    moment,
  }: { words: MailWords; accountUrl: string; now: Date; moment(instant: Date): string },
): View["sections"][number] {
  const deadline = cancelableUntil(policy.cancellationPolicy, start);
  const open = deadline !== null && deadline > now;
  const rule =
    deadline === null
      ? words("plans.closed")
      : !open
        ? words("plans.passed")
        : deadline.getTime() === start.getTime()
          ? words("plans.start")
          : words("plans.until", { deadline: moment(deadline) });
  const own = policy.customPolicyDescription?.enabled ? [policy.customPolicyDescription.description] : [];
  return {
    title: words("plans.title"),
    text: [rule, ...own],
    links: [{ text: words(open ? "plans.cancel" : "plans.view"), url: accountUrl }],
  };
}

function paymentRow({ booking, service }: Facts, held: boolean, words: MailWords, locale: Locale): View["rows"] {
  const { paymentStatus, participants: count } = booking;
  if (paymentStatus === "REFUNDED") return [{ label: words("row.price"), value: words("row.refunded") }];
  if (!held) return [];
  const { rateType, fixed, varied, custom } = service.payment;
  if (rateType === "NO_FEE" || paymentStatus === "EXEMPT")
    return [{ label: words("row.price"), value: words("row.free") }];
  const each = fixed?.price ?? varied?.defaultPrice;
  if (!each) return custom?.description ? [{ label: words("row.price"), value: custom.description }] : [];
  const cents = Math.round(Number(each.value) * 100);
  const total = money(cents * count, locale);
  if (paymentStatus === "PAID") return [{ label: words("row.paid"), value: total }];
  if (!booking.payAtGym) return [{ label: words("row.price"), value: total }];
  const value =
    count === 1
      ? words("row.toPay.one", { total })
      : words("row.toPay.many", { total, count, price: money(cents, locale) });
  return [{ label: words("row.toPay"), value }];
}

function courseDays(sessions: Session[], words: MailWords, locale: Locale): string {
  const [from, to] = [sessions[0], sessions.at(-1)].map((session) => dayShort(session?.start ?? "", locale));
  return words("ticket.course", { count: sessions.length, from: from ?? "", to: to ?? "" });
}

function staffLine(staff: Facts["staff"], words: MailWords): string | undefined {
  const [one, ...others] = staff;
  if (!one) return undefined;
  if (others.length > 0 || !one.title)
    return words("ticket.trainers", { names: staff.map(({ name }) => name).join(", ") });
  return words("ticket.trainer", { title: upperFirst(one.title), name: one.name });
}

const mapOf = (place: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
