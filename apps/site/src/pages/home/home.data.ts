import { stairFiles } from "@uola/art/stair";
import { servicesBy } from "@uola/browser/gym/services.ts";
import type { Business } from "@uola/contract";
import type { DataInput } from "@uola/page-loader/page.ts";
import { addDays, instantOf, localDate, localParts } from "@uola/words/formats";
import { defaultLocale } from "@uola/words/language";
import { words } from "@uola/words/site";
import { inList, type NewsItem, newsOf } from "../../content/news.ts";
import {
  campaignsOf,
  type PriceLine,
  pricesOf,
  type Question,
  questionsOn,
  readContent,
  type Texts,
  textsOf,
} from "../../content/read.ts";
import { activityOf } from "../../features/booking/activities.ts";
import { type Campaign, openOrNextCampaign, stateOf } from "../../features/campaigns.ts";
import { course, gym } from "../../features/structured-data.ts";
import { type Row, timetable } from "../../features/timetable.ts";
import { readBusiness } from "../business.data.ts";
import { type CategoryPrices, categoryPrices } from "./category-prices.ts";
import { page } from "./home.content.ts";
import type { HourOfSessions } from "./occupancy.ts";

export type HomeData = {
  texts: Texts<typeof page>;
  questions: Question[];
  /** The registration period that is open or opens soon. */
  campaign: Campaign | null;
  /**
   * The drawing of the large hero heading for each screen width: `usual` uses a prebuilt file;
   * `none` means that the text is too long to be drawn as a staircase.
   */
  stair: "usual" | "none" | Record<"390" | "768" | "1440", string>;
  /** The next sessions of general interest, including full ones, in order. */
  next: Row[];
  /**
   * The number of people in today's sessions, in total and by hour (wall-clock time); hours without
   * a session are left out.
   */
  people: number;
  today: HourOfSessions[];
  courses: {
    title: string;
    tagLine: string;
    href: string;
    first: string;
    lessons: number;
    open: number;
    cents: number | null;
    /** The time when registration opens, if it has not opened yet. */
    opens: string | null;
  }[];
  prices: PriceLine[];
  news: NewsItem[];
  /** The opening hours of this week and the next weeks. */
  hours: Pick<Business, "openingHours" | "specialHours">;
  doors: CategoryPrices;
};

const rowsShown = 6;
/** Number of prices shown; the price page lists all of them. */
const pricesShown = 4;
const newsShown = 3;

export async function data(input: DataInput): Promise<HomeData> {
  const { client, now, describe, expires } = input;
  const today = localDate(now);
  const [content, rows, business, { items: services }, counted] = await Promise.all([
    readContent(input, page, "Campaigns", "News", "Prices", "Questions"),
    timetable(client, instantOf(today), instantOf(addDays(today, 28)), now),
    readBusiness(client),
    servicesBy(client, { hidden: false, type: "CLASS" }),
    client.bookings.countPeople({ from: instantOf(today), to: instantOf(addDays(today, 1)) }),
  ]);
  for (const { opens } of rows) expires(opens);
  const campaign = openOrNextCampaign(campaignsOf(content), now) ?? null;
  if (campaign && stateOf(campaign, now) === "before") expires(campaign.opens);
  const texts = textsOf(page, content);
  const courses = coursesOf(rows);
  describe(gym(business), ...courses.map(courseThing));
  const coming = rows.filter(({ state, course }) => !course && (state === "free" || state === "full"));
  return {
    texts,
    stair: texts.hero === words(defaultLocale)("home.hero") ? "usual" : (stairFiles(texts.hero) ?? "none"),
    questions: questionsOn(page, content),
    campaign,
    next: coming.slice(0, rowsShown),
    people: counted.people,
    today: counted.hours.map(({ start, ...sum }) => ({ hour: localParts(start).hour, ...sum })),
    courses,
    prices: pricesOf(content, today).slice(0, pricesShown),
    news: newsOf(content, today).slice(0, newsShown).map(inList),
    hours: {
      openingHours: business.openingHours,
      specialHours: business.specialHours.filter(({ date }) => date >= today && date < addDays(today, 28)),
    },
    doors: categoryPrices(
      services.map((service) => ({ ...activityOf(service), bookable: service.onlineBooking.enabled !== false })),
    ),
  };
}

const courseThing = ({ title, tagLine, href, first, cents, open }: HomeData["courses"][number]) =>
  course({
    name: title,
    description: tagLine,
    href,
    cents,
    places: open > 0 ? "free" : "full",
    dates: [{ start: first }],
  });

/** Returns the courses that have not begun yet, each listed once with its first lesson. */
function coursesOf(rows: readonly Row[]): HomeData["courses"] {
  return rows
    .filter(({ course, state }) => course?.number === 1 && (state === "free" || state === "full" || state === "closed"))
    .map(({ title, tagLine, href, start, course, open, cents, opens }) => ({
      title,
      tagLine,
      href,
      first: start,
      lessons: course?.of ?? 1,
      open,
      cents,
      opens,
    }));
}
