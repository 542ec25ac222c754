import type { Locale } from "@uola/words";
import { words as mailWords } from "@uola/words/mail";
import type { Context } from "../../kernel/context.ts";
import { calendarFile } from "./calendar.ts";
import type { CalendarLinks } from "./calendar-link.ts";
import type { MailOrder, Render } from "./delivery.ts";
import { htmlMail } from "./layout.ts";
import { picturesFor } from "./pictures.ts";
import { plainText } from "./plain.ts";
import type { Part } from "./store.ts";
import { viewOf } from "./view.ts";

export type Rendered = { subject: string; html: string; text: string; language: Locale; parts: Part[] };

export const localeOf = (language: string | null | undefined): Locale => (/^en\b/i.test(language ?? "") ? "en" : "lt");

/** Renders ordered mails: the same facts said in HTML and plain text, with pictures and the calendar file. */
export function createRenderer({ urls, now }: Context, links: CalendarLinks): Render {
  return async ({ template, bookingId, language, message }: MailOrder, facts) => {
    const locale = localeOf(language);
    const words = mailWords(locale);
    const link = await links.linkTo(bookingId);
    const calendarLink = locale === "lt" ? link : `${link}&language=${locale}`;
    const view = viewOf({
      facts,
      template,
      message: message ?? undefined,
      locale,
      words,
      siteUrl: urls.site,
      calendarLink,
      now: now(),
    });
    // Who was never promised a place has nothing in the calendar to call off.
    const calendar = template === "booking-confirmed" || template === "booking-canceled";
    const method = template === "booking-canceled" ? "CANCEL" : "PUBLISH";
    const parts: Part[] = [
      ...(await picturesFor(view)),
      ...(calendar
        ? [
            {
              name: words("calendar.file"),
              contentType: `text/calendar; charset=utf-8; method=${method}`,
              content: Buffer.from(calendarFile(facts, words, `${urls.site}/account/?booking=${bookingId}`)),
            },
          ]
        : []),
    ];
    return { subject: view.subject, html: htmlMail(view), text: plainText(view), language: locale, parts };
  };
}
