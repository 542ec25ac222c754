/**
 * What search engines are told, in the words of schema.org. Data functions give it to `describe`: `describe(gym(business))`.
 * An address is a path of ours (`linkTo("/courses/")`), a moment ISO 8601 text, money cents. `structured-data.test.ts` holds
 * all that is built here, and all that the pages say, against the vocabulary.
 */
import type { Business } from "@uola/contract";
import { type Day, instantOf } from "@uola/words/formats";
import { linkTo } from "../loader/locale.ts";
import type { Thing } from "../loader/page.ts";

/** The gym, the same in every language and on every page; other things name it by this. */
const gymId = "/#gym";
const theGym = { "@id": gymId } as const;
const currency = "EUR";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The gym with its address and hours: on pages that say them, and where sessions say where they take place. */
export function gym({ name, address, phone, email, openingHours, specialHours }: Business): Thing {
  return {
    "@type": "SportsActivityLocation",
    "@id": gymId,
    name,
    url: linkTo("/"),
    telephone: phone || undefined,
    email: email || undefined,
    address: addressOf(address),
    currenciesAccepted: currency,
    openingHoursSpecification: openingHours.map(({ weekday, open, close }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: weekdays[weekday - 1],
      opens: open,
      closes: close,
    })),
    specialOpeningHoursSpecification: specialHours.map(({ date, name, closed, open, close }) => ({
      "@type": "OpeningHoursSpecification",
      name,
      validFrom: date,
      validThrough: date,
      // A day on which the gym is closed opens and closes at midnight.
      opens: closed ? "00:00" : (open ?? undefined),
      closes: closed ? "00:00" : (close ?? undefined),
    })),
  };
}

/** "Skardžio g. 14, LT-03155 Vilnius" in its parts, or the text where it is written otherwise. */
function addressOf(address: string): Thing | string {
  const [, streetAddress, postalCode, addressLocality] = /^(.+), (LT-\d{5}) (.+)$/.exec(address) ?? [];
  if (!streetAddress || !postalCode || !addressLocality) return address;
  return { "@type": "PostalAddress", streetAddress, postalCode, addressLocality, addressCountry: "LT" };
}

type Price = { cents: number | null; href: string; places?: "free" | "full"; from?: Day };

/** What something costs and where it is bought; nothing where no price is told. */
export const offer = ({ cents, href, places, from }: Price): Thing | undefined =>
  cents === null
    ? undefined
    : {
        "@type": "Offer",
        price: (cents / 100).toFixed(2),
        priceCurrency: currency,
        url: href,
        availability: places && `https://schema.org/${places === "free" ? "InStock" : "SoldOut"}`,
        validFrom: from && instantOf(from).toISOString(),
      };

type SessionOfTimetable = {
  title: string;
  tagLine: string;
  start: string;
  end: string;
  open: number;
  total: number;
  state: string;
  cents: number | null;
  href: string;
};

/** A session of the timetable. The page also describes the gym, where it takes place. */
export const sessionEvent = ({
  title,
  tagLine,
  start,
  end,
  open,
  total,
  state,
  cents,
  href,
}: SessionOfTimetable): Thing => ({
  "@type": "SportsEvent",
  name: title,
  description: tagLine || undefined,
  startDate: start,
  endDate: end,
  eventStatus: `https://schema.org/${state === "canceled" ? "EventCancelled" : "EventScheduled"}`,
  eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
  location: theGym,
  organizer: theGym,
  maximumAttendeeCapacity: total,
  remainingAttendeeCapacity: open,
  offers: offer({ cents, href, places: open > 0 ? "free" : "full" }),
});

type CourseOfGym = {
  name: string;
  description: string;
  /** Where one reads of it or books it. */
  href: string;
  cents: number | null;
  places?: "free" | "full";
  /** Each time it is held, from its first lesson to its last. */
  dates?: readonly { start: string; end?: string; trainers?: readonly string[] }[];
};

/** A course with what it costs and when it is held. */
export const course = ({ name, description, href, cents, places, dates = [] }: CourseOfGym): Thing => {
  const price = offer({ cents, href, ...(places && { places }) });
  return {
    "@type": "Course",
    name,
    description: description || name,
    url: href,
    provider: theGym,
    offers: price && { ...price, category: "Paid" },
    hasCourseInstance: dates.map(({ start, end, trainers = [] }) => ({
      "@type": "CourseInstance",
      courseMode: "Onsite",
      startDate: start,
      endDate: end,
      location: theGym,
      instructor: trainers.map((name) => ({ "@type": "Person", name })),
    })),
  };
};

type ServiceOfGym = Pick<CourseOfGym, "name" | "description" | "href" | "cents">;

/** A class or an appointment with its price, on its own page. */
export const service = ({ name, description, href, cents }: ServiceOfGym): Thing => ({
  "@type": "Service",
  name,
  description: description || name,
  url: href,
  provider: theGym,
  offers: offer({ cents, href }),
});

type SomebodyOfGym = {
  name: string;
  role: string;
  /** An address of a picture. */
  photo?: string | undefined;
  /** By their codes, "lt". */
  languages?: readonly string[];
  knowsAbout?: readonly string[];
};

/** Somebody who works at the gym. */
export const person = ({ name, role, photo, languages, knowsAbout }: SomebodyOfGym): Thing => ({
  "@type": "Person",
  name,
  jobTitle: role || undefined,
  image: photo,
  knowsLanguage: languages,
  knowsAbout,
  worksFor: theGym,
});

type PieceOfNews = {
  title: string;
  lead: string;
  /** A day. */
  date: string;
  /** ISO 8601. */
  updated?: string | undefined;
  image?: string | undefined;
  href: string;
};

/** What the gym has published of itself. */
export const newsArticle = ({ title, lead, date, updated, image, href }: PieceOfNews): Thing => ({
  "@type": "NewsArticle",
  headline: title,
  description: lead,
  datePublished: date,
  dateModified: updated,
  image,
  url: href,
  mainEntityOfPage: href,
  author: theGym,
  publisher: theGym,
});

/** Questions that the page answers; the answers may be HTML. `questionsOn` says it of the questions that owners wrote. */
export const questions = (asked: readonly { question: string; answer: string }[]): Thing => ({
  "@type": "FAQPage",
  mainEntity: asked.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});

/** The way to a page from the home page. The loader says it of every page. */
export const trail = (steps: readonly { name: string; href: string }[]): Thing => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ name, href }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: href,
  })),
});
