import { deadlines, isOpen } from "@uola/booking";
import type { BookingStatus } from "@uola/contract";
import type { Locale } from "@uola/words";
import { timeRange } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";
import type { BookingFacts } from "./booking-facts.ts";
import type { CalendarPages } from "./calendar-pages.ts";
import {
  locationRow,
  longDay,
  momentText,
  participantsRow,
  paymentRow,
  signOf,
  ticketOf,
  timeLine,
  timesOf,
} from "./mail-ticket.ts";
import { footerOf, type Headline, oneLine, type View } from "./mail-view.ts";

type Kind = "confirmed" | "pending" | "canceled" | "declined" | "rescheduled" | "changed" | "reminder";
export type Template = `booking-${Kind}`;
/** The statuses a booking must have one of for the mail to be true. */
export const holdsFor: Record<Template, readonly BookingStatus[]> = {
  "booking-confirmed": ["CONFIRMED"],
  "booking-pending": ["PENDING"],
  "booking-canceled": ["CANCELED"],
  "booking-declined": ["DECLINED"],
  "booking-rescheduled": ["CONFIRMED", "PENDING"],
  "booking-changed": ["CONFIRMED", "PENDING"],
  "booking-reminder": ["CONFIRMED"],
};

const headlines: Record<Kind, Headline> = {
  confirmed: "Ačiū",
  pending: "Ačiū",
  canceled: "Atšaukta",
  declined: "Šįkart ne",
  rescheduled: "Kitu laiku",
  changed: "Pakeista",
  reminder: "Jau greitai",
};

/** What a booking was before the change a mail tells of. */
export type Before = { start?: Date; end?: Date; participants?: number };

type Span = { start: Date; end: Date };
/** A lesson of a course that is at another time, or (null) called off. */
export type ChangedLesson = { from: Span; to: Span | null };

type Options = {
  facts: BookingFacts;
  template: Template;
  message: string | undefined;
  before?: Before;
  lessons?: readonly ChangedLesson[] | undefined;
  /** Begins when the session does that a reminder is about. */
  of?: Date | undefined;
  locale: Locale;
  words: MailWords;
  siteUrl: string;
  /** Where the booking is seen, cancelled and moved. */
  manageUrl: string;
  calendarLink: string;
  /** Where programs on the web take the booking over; none for what has more than one date. */
  calendarPages?: CalendarPages | undefined;
  now: Date;
};

export function viewOf(options: Options): View {
  const {
    facts,
    template,
    message,
    before = {},
    lessons = [],
    of,
    locale,
    words,
    siteUrl,
    manageUrl,
    calendarLink,
    calendarPages,
    now,
  } = options;
  const { booking, service, gym } = facts;
  const told = of ? facts.sessions.filter(({ start }) => start.getTime() === of.getTime()) : facts.sessions;
  const times = timesOf(told, words, locale);
  const { many, when } = times;
  const kind = template.slice("booking-".length) as Kind;
  const held = kind !== "canceled" && kind !== "declined";
  const sure = held && booking.status === "CONFIRMED";
  const accountUrl = `${siteUrl}/account/?booking=${booking.id}`;
  // Of a course only some lessons changed, and the mail is about those.
  const said = lessons.length > 0 ? "lessons" : kind;
  const pages = calendarPages
    ? [
        { text: words("button.google"), url: calendarPages.google },
        { text: words("button.outlook"), url: calendarPages.outlook },
      ]
    : [];

  return {
    language: locale,
    subject: oneLine(words(`${said}.subject`, { service: service.name, when: times.short })),
    preview: `${timeLine(times)} · ${service.name}`,
    headline: headlines[kind],
    sign: signOf(facts),
    title: words(`${said}.title`),
    greeting: words("greeting"),
    lead:
      said === "lessons"
        ? words("lessons.lead")
        : leadOf(kind, { words, when, many, later: !times.start, count: booking.participants, sure }),
    message: message?.trim() ? { label: words("message"), text: message.trim() } : undefined,
    ticket: ticketOf(facts, times, words, { off: !held, scan: sure ? accountUrl : undefined }),
    code: undefined,
    rows: [
      ...(before.start && before.end && lessons.length === 0
        ? [
            {
              label: words("row.was"),
              value: `${longDay(before.start, locale)}, ${timeRange(before.start, before.end)}`,
            },
          ]
        : []),
      participantsRow(facts, words, before.participants),
      ...(held ? locationRow(facts, words) : []),
      ...paymentRow(facts, held, words, locale),
    ],
    button: held
      ? { text: words("button.calendar"), url: calendarLink }
      : { text: words("button.again"), url: `${siteUrl}/schedule/` },
    besides: held ? pages : [],
    sections: [
      ...(lessons.length > 0
        ? [{ title: words("lessons.changed"), items: lessons.map((lesson) => lessonLine(lesson, words, locale)) }]
        : []),
      ...(many && held
        ? [
            {
              title: words("sessions.title"),
              items: facts.sessions.map(({ start, end }) => `${longDay(start, locale)}, ${timeRange(start, end)}`),
            },
          ]
        : []),
      ...(kind === "confirmed" || kind === "reminder"
        ? [
            {
              title: words("bring.title"),
              items: [words("bring.clothes"), words("bring.shoes"), words("bring.early")],
            },
          ]
        : []),
      ...(held
        ? [plans(facts, facts.sessions[0]?.start ?? null, { words, manageUrl, now, moment: momentText(locale) })]
        : []),
    ],
    footer: footerOf(gym, siteUrl, words, words("footer.why")),
  };
}

function lessonLine({ from, to }: ChangedLesson, words: MailWords, locale: Locale): string {
  const said = ({ start, end }: Span) => `${longDay(start, locale)}, ${timeRange(start, end)}`;
  return to ? words("lessons.moved", { from: said(from), to: said(to) }) : words("lessons.off", { from: said(from) });
}

type LeadInput = { words: MailWords; when: string; many: boolean; later: boolean; count: number; sure: boolean };
function leadOf(kind: Kind, { words, when, many, later, count, sure }: LeadInput): string {
  switch (kind) {
    case "confirmed":
      return later ? words("confirmed.leadLater") : words(many ? "confirmed.leadCourse" : "confirmed.lead", { when });
    case "pending":
      return words("pending.lead", { count });
    case "rescheduled":
      return words(sure ? "rescheduled.lead" : "rescheduled.leadPending", { when });
    case "changed":
      return words("changed.lead", { count, when });
    case "reminder":
      return words("reminder.lead", { when });
    default:
      return words(`${kind}.lead`);
  }
}

/** What the policy lets people do by themselves, and until when. */
function plans(
  { booking, policy }: BookingFacts,
  start: Date | null,
  about: { words: MailWords; manageUrl: string; now: Date; moment: (instant: Date) => string },
): View["sections"][number] {
  const { words, manageUrl, now, moment } = about;
  const { cancel } = deadlines({ startDate: start, participants: booking.people }, policy);
  const open = isOpen(cancel, now);
  const deadline = cancel.until;
  const rule = !open
    ? words(deadline ? "plans.passed" : "plans.closed")
    : !deadline
      ? words("plans.later")
      : deadline.getTime() === start?.getTime()
        ? words("plans.start")
        : words("plans.until", { deadline: moment(deadline) });
  const own = policy.customPolicyDescription?.enabled ? [policy.customPolicyDescription.description] : [];
  return {
    title: words("plans.title"),
    text: [rule, ...own],
    links: [{ text: words(open ? "plans.cancel" : "plans.view"), url: manageUrl }],
  };
}
