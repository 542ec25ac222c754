/**
 * Structured data for search engines, in the schema.org vocabulary. Data functions pass it to
 * `describe`: `describe(gym(business))`. URLs are site paths (`linkTo("/courses/")`), times are ISO
 * 8601 text, and prices are in cents. `structured-data.test.ts` checks everything that is built
 * here, and everything that the pages output, against the vocabulary.
 */
import type { Business } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Thing } from "@uola/page-loader/page.ts";
import { type Day, instantOf } from "@uola/words/formats";

/**
 * The `@id` of the gym, the same in every language and on every page. Other entities refer to the
 * gym by this ID.
 */
const gymId = "/#gym";
const theGym = { "@id": gymId } as const;
const currency = "EUR";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The gym with its address and hours, for pages that show them and as the location of sessions. */
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
      // A day on which the gym is closed is encoded as opening and closing at midnight.
      opens: closed ? "00:00" : (open ?? undefined),
      closes: closed ? "00:00" : (close ?? undefined),
    })),
  };
}

/**
 * Splits "Skardžio g. 14, LT-03155 Vilnius" into its parts; returns the text unchanged if it has
 * another format.
 */
function addressOf(address: string): Thing | string {
  const [, streetAddress, postalCode, addressLocality] = /^(.+), (LT-\d{5}) (.+)$/.exec(address) ?? [];
  if (!streetAddress || !postalCode || !addressLocality) return address;
  return { "@type": "PostalAddress", streetAddress, postalCode, addressLocality, addressCountry: "LT" };
}

type Price = { cents: number | null; href: string; places?: "free" | "full"; from?: Day };

/** Returns the price and the page where it can be bought, or undefined if there is no price. */
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

/** A timetable session. The page also includes the gym, which is its location. */
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
  /** The page with the details or the booking form. */
  href: string;
  cents: number | null;
  places?: "free" | "full";
  /** Every run of the course, from its first lesson to its last. */
  dates?: readonly { start: string; end?: string; trainers?: readonly string[] }[];
};

/** A course with its price and dates. */
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

/** A class or an appointment with its price, as shown on its own page. */
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
  /** The URL of a picture. */
  photo?: string | undefined;
  /** Language codes, such as "lt". */
  languages?: readonly string[];
  knowsAbout?: readonly string[];
};

/** A member of the gym's staff. */
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

/** An article published by the gym. */
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

/**
 * Questions answered on the page; the answers may be HTML. `questionsOn` builds this for the
 * questions that owners wrote.
 */
export const questions = (asked: readonly { question: string; answer: string }[]): Thing => ({
  "@type": "FAQPage",
  mainEntity: asked.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});

/** The breadcrumb trail from the home page to a page. The loader outputs it on every page. */
export const trail = (steps: readonly { name: string; href: string }[]): Thing => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ name, href }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: href,
  })),
});
