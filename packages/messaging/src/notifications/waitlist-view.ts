import type { Locale } from "@uola/words";
import type { MailWords } from "@uola/words/mail";
import type { BookingFacts } from "./booking-facts.ts";
import {
  locationRow,
  momentText,
  participantsRow,
  paymentRow,
  signOf,
  ticketOf,
  timeLine,
  timesOf,
} from "./mail-ticket.ts";
import { footerOf, oneLine, type View } from "./mail-view.ts";

type Kind = "joined" | "offer" | "lapsed" | "closed";
export type WaitlistTemplate = `waitlist-${Kind}`;

/** An entry's state, number of participants, position in the list and, for an offer, its deadline. */
export type WaitlistPosition = { state: string; count: number; position: number; until: Date | null };

type Options = {
  facts: BookingFacts;
  entry: WaitlistPosition;
  template: WaitlistTemplate;
  message: string | undefined;
  locale: Locale;
  words: MailWords;
  siteUrl: string;
  /** The page where the recipient accepts or declines; the link needs no sign-in. */
  answerUrl: string;
};

export function waitlistView(options: Options): View {
  const { facts, entry, template, message, locale, words, siteUrl, answerUrl } = options;
  const { service, gym } = facts;
  const { count, position } = entry;
  const times = timesOf(facts.sessions, words, locale);
  const kind = template.slice("waitlist-".length) as Kind;
  const until = entry.until ? momentText(locale)(entry.until) : "";
  const isOpen = kind === "joined" || kind === "offer";
  const scheduleButton = { text: words("button.again"), url: `${siteUrl}/schedule/` };
  const subjectValues = { service: service.name, when: times.short };

  return {
    language: locale,
    subject: oneLine(words(`waitlist.${kind}.subject`, { ...subjectValues, count })),
    preview:
      kind === "offer"
        ? `${words("row.heldUntil")} ${until} · ${service.name}`
        : `${timeLine(times)} · ${service.name}`,
    headline: words(`headline.waitlist.${kind}`, { count }),
    sign: signOf(facts),
    title: words(`waitlist.${kind}.title`, { position, count }),
    greeting: words("greeting"),
    lead: words(`waitlist.${kind}.lead`, { count, until }),
    message: message?.trim() ? { label: words("message"), text: message.trim() } : undefined,
    ticket: ticketOf(facts, times, words, { off: !isOpen }),
    code: undefined,
    rows: [
      ...(kind === "offer" ? [{ label: words("row.heldUntil"), value: until }] : []),
      participantsRow(facts, words),
      ...(isOpen ? locationRow(facts, words) : []),
      ...(kind === "offer" ? paymentRow(facts, true, words, locale) : []),
    ],
    button:
      kind === "offer"
        ? { text: words("waitlist.offer.accept", { count }), url: answerUrl }
        : isOpen
          ? undefined
          : scheduleButton,
    alternatives:
      kind === "offer" ? [{ text: words("waitlist.offer.decline"), url: `${answerUrl}&answer=decline` }] : [],
    sections:
      kind === "joined"
        ? [
            {
              title: words("waitlist.joined.leave"),
              text: [words("waitlist.joined.leaveText")],
              links: [{ text: words("waitlist.joined.leaveLink"), url: `${answerUrl}&answer=leave` }],
            },
          ]
        : [],
    palette: gym.palette,
    footer: footerOf(gym, siteUrl, words, words("footer.whyWaiting")),
  };
}
