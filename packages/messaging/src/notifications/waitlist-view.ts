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
import { footerOf, type Headline, oneLine, type View } from "./mail-view.ts";

type Kind = "joined" | "offer" | "lapsed" | "closed";
export type WaitlistTemplate = `waitlist-${Kind}`;

const headlines: Record<Kind, Headline> = {
  joined: "Laukiate",
  offer: "Yra vietų",
  lapsed: "Praėjo",
  closed: "Nebus",
};

/** Where a party stands: its state, for how many, which in the line, and until when places are kept for it. */
export type WaitlistPosition = { state: string; count: number; position: number; until: Date | null };

type Options = {
  facts: BookingFacts;
  place: WaitlistPosition;
  template: WaitlistTemplate;
  message: string | undefined;
  locale: Locale;
  words: MailWords;
  siteUrl: string;
  /** The page that takes the party's answer from whoever has the link. */
  answerUrl: string;
};

/** A mail to a party on a waiting list. */
export function waitlistView(options: Options): View {
  const { facts, place, template, message, locale, words, siteUrl, answerUrl } = options;
  const { service, gym } = facts;
  const { count, position } = place;
  const times = timesOf(facts.sessions, words, locale);
  const kind = template.slice("waitlist-".length) as Kind;
  const until = place.until ? momentText(locale)(place.until) : "";
  const on = kind === "joined" || kind === "offer";
  const again = { text: words("button.again"), url: `${siteUrl}/schedule/` };
  const facing = { service: service.name, when: times.short };

  return {
    language: locale,
    subject: oneLine(words(`waitlist.${kind}.subject`, { ...facing, count })),
    preview:
      kind === "offer"
        ? `${words("row.heldUntil")} ${until} · ${service.name}`
        : `${timeLine(times)} · ${service.name}`,
    headline: kind === "offer" && count === 1 ? "Yra vieta" : headlines[kind],
    sign: signOf(facts),
    title: words(`waitlist.${kind}.title`, { position, count }),
    greeting: words("greeting"),
    lead: words(`waitlist.${kind}.lead`, { count, until }),
    message: message?.trim() ? { label: words("message"), text: message.trim() } : undefined,
    ticket: ticketOf(facts, times, words, { off: !on }),
    code: undefined,
    rows: [
      ...(kind === "offer" ? [{ label: words("row.heldUntil"), value: until }] : []),
      participantsRow(facts, words),
      ...(on ? locationRow(facts, words) : []),
      ...(kind === "offer" ? paymentRow(facts, true, words, locale) : []),
    ],
    button:
      kind === "offer" ? { text: words("waitlist.offer.accept", { count }), url: answerUrl } : on ? undefined : again,
    besides: kind === "offer" ? [{ text: words("waitlist.offer.decline"), url: `${answerUrl}&answer=decline` }] : [],
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
    footer: footerOf(gym, siteUrl, words, words("footer.whyWaiting")),
  };
}
