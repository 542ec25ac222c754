import { cancelDeadline, isOpen } from "@uola/booking";
import type { BookingStatus } from "@uola/contract";
import type { Locale } from "@uola/words";
import { timeRange } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";
import type { BookingFacts } from "./booking-facts.ts";
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
import { footerOf, oneLine, type View } from "./mail-view.ts";
import type { WebCalendarLinks } from "./web-calendars.ts";

type Kind = "confirmed" | "pending" | "canceled" | "declined" | "rescheduled" | "changed" | "reminder";
export type Template = `booking-${Kind}`;
/** Booking statuses for which each mail is still correct. */
export const validStatusesByTemplate: Record<Template, readonly BookingStatus[]> = {
  "booking-confirmed": ["CONFIRMED"],
  "booking-pending": ["PENDING"],
  "booking-canceled": ["CANCELED"],
  "booking-declined": ["DECLINED"],
  "booking-rescheduled": ["CONFIRMED", "PENDING"],
  "booking-changed": ["CONFIRMED", "PENDING"],
  "booking-reminder": ["CONFIRMED"],
};

/** Values of the booking before the change. */
export type Before = { start?: Date; end?: Date; participants?: number };

type Span = { start: Date; end: Date };
/** A course lesson that was moved or canceled (`to` is null). */
export type ChangedLesson = { from: Span; to: Span | null };

type Options = {
  facts: BookingFacts;
  template: Template;
  message: string | undefined;
  before?: Before;
  lessons?: readonly ChangedLesson[] | undefined;
  /** Only in reminders: the start of the session. */
  of?: Date | undefined;
  locale: Locale;
  words: MailWords;
  siteUrl: string;
  /** The page where the booking can be viewed, canceled and rescheduled. */
  manageUrl: string;
  calendarLink: string;
  /** Undefined for bookings with several dates, because a link can add only one calendar entry. */
  webCalendars?: WebCalendarLinks | undefined;
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
    webCalendars,
    now,
  } = options;
  const { booking, service, gym } = facts;
  const shownSessions = of ? facts.sessions.filter(({ start }) => start.getTime() === of.getTime()) : facts.sessions;
  const times = timesOf(shownSessions, words, locale);
  const { many, when } = times;
  const kind = template.slice("booking-".length) as Kind;
  const takesPlaces = kind !== "canceled" && kind !== "declined";
  const isConfirmed = takesPlaces && booking.status === "CONFIRMED";
  const accountUrl = `${siteUrl}/account/?booking=${booking.id}`;
  // If only some lessons changed, the mail is about those lessons.
  const texts = lessons.length > 0 ? "lessons" : kind;
  const pages = webCalendars
    ? [
        { text: words("button.google"), url: webCalendars.google },
        { text: words("button.outlook"), url: webCalendars.outlook },
      ]
    : [];

  return {
    language: locale,
    subject: oneLine(words(`${texts}.subject`, { service: service.name, when: times.short })),
    preview: `${timeLine(times)} · ${service.name}`,
    headline: words(`headline.${kind}`),
    sign: signOf(facts),
    title: words(texts === "canceled" && facts.calledOff ? "calledOff.title" : `${texts}.title`),
    greeting: words("greeting"),
    lead:
      texts === "lessons"
        ? words("lessons.lead")
        : kind === "canceled" && facts.calledOff
          ? words("calledOff.lead")
          : leadOf(kind, { words, when, many, later: !times.start, count: booking.participants, isConfirmed }),
    message: message?.trim() ? { label: words("message"), text: message.trim() } : undefined,
    ticket: ticketOf(facts, times, words, { off: !takesPlaces, scan: isConfirmed ? accountUrl : undefined }),
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
      ...(takesPlaces ? locationRow(facts, words) : []),
      ...paymentRow(facts, takesPlaces, words, locale),
    ],
    button: takesPlaces
      ? { text: words("button.calendar"), url: calendarLink }
      : { text: words("button.again"), url: `${siteUrl}/schedule/` },
    alternatives: takesPlaces ? pages : [],
    sections: [
      ...(lessons.length > 0
        ? [{ title: words("lessons.changed"), items: lessons.map((lesson) => lessonLine(lesson, words, locale)) }]
        : []),
      ...(many && takesPlaces
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
      ...(takesPlaces
        ? [plans(facts, facts.sessions[0]?.start ?? null, { words, manageUrl, now, moment: momentText(locale) })]
        : []),
    ],
    palette: gym.palette,
    footer: footerOf(gym, siteUrl, words, words("footer.why")),
  };
}

function lessonLine({ from, to }: ChangedLesson, words: MailWords, locale: Locale): string {
  const spanText = ({ start, end }: Span) => `${longDay(start, locale)}, ${timeRange(start, end)}`;
  return to
    ? words("lessons.moved", { from: spanText(from), to: spanText(to) })
    : words("lessons.off", { from: spanText(from) });
}

type LeadInput = { words: MailWords; when: string; many: boolean; later: boolean; count: number; isConfirmed: boolean };
function leadOf(kind: Kind, { words, when, many, later, count, isConfirmed }: LeadInput): string {
  switch (kind) {
    case "confirmed":
      return later ? words("confirmed.leadLater") : words(many ? "confirmed.leadCourse" : "confirmed.lead", { when });
    case "pending":
      return words("pending.lead", { count });
    case "rescheduled":
      return words(isConfirmed ? "rescheduled.lead" : "rescheduled.leadPending", { when });
    case "changed":
      return words("changed.lead", { count, when });
    case "reminder":
      return words("reminder.lead", { when });
    default:
      return words(`${kind}.lead`);
  }
}

/** Describes the changes the policy allows the person to make, and their deadlines. */
function plans(
  { booking, policy }: BookingFacts,
  start: Date | null,
  about: { words: MailWords; manageUrl: string; now: Date; moment: (instant: Date) => string },
): View["sections"][number] {
  const { words, manageUrl, now, moment } = about;
  const cancel = cancelDeadline(policy.cancellationPolicy, { startDate: start, participants: booking.people });
  const open = isOpen(cancel, now);
  const deadline = cancel.until;
  const rule = !open
    ? words(deadline ? "plans.passed" : "plans.closed")
    : !deadline
      ? words("plans.later")
      : deadline.getTime() === start?.getTime()
        ? words("plans.start")
        : words("plans.until", { deadline: moment(deadline) });
  const customDescription = policy.customPolicyDescription?.enabled ? [policy.customPolicyDescription.description] : [];
  return {
    title: words("plans.title"),
    text: [rule, ...customDescription],
    links: [{ text: words(open ? "plans.cancel" : "plans.view"), url: manageUrl }],
  };
}
