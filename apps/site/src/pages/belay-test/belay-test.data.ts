import { addDays, instantOf, localDate } from "@uola/words/formats";
import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../features/content.ts";
import { servicesBy } from "../../features/services.ts";
import { type Row, timetable } from "../../features/timetable.ts";
import type { DataInput } from "../../loader/page.ts";
import { type Activity, activityOf } from "../booking/activities.ts";
import type { Contact } from "../booking/booking.data.ts";

export type BelayTestData = {
  texts: Texts<"BelayTestPage">;
  questions: Question[];
  /** What people book; null when the catalogue has no test. */
  activity: Activity | null;
  minutes: number | null;
  rows: Row[];
  /** Where one learns what the test asks for. */
  courses: { name: string; tagLine: string; slug: string }[];
  contact: Contact;
};

const testSlug = "saugojimo-testas";
const courseSlugs = ["virsutine-sauga", "saugojimo-pagrindai"];
const days = 42;

export async function data(input: DataInput): Promise<BelayTestData> {
  const { client, now } = input;
  const from = instantOf(localDate(now));
  const [content, { items: services }, { business }, all] = await Promise.all([
    readContent(input, "BelayTestPage", "Questions"),
    servicesBy(client, { "supportedSlugs.name": { $hasSome: [testSlug, ...courseSlugs] } }),
    client.business.get({}),
    timetable(client, from, instantOf(addDays(localDate(now), days)), now),
  ]);
  const named = (slug: string) =>
    services.find(({ mainSlug, supportedSlugs }) => [mainSlug, ...supportedSlugs].some(({ name }) => name === slug));
  const service = named(testSlug);
  const activity = service ? activityOf(service) : null;
  const rows = all.filter(({ href, state }) => {
    const own = activity && new URLSearchParams(href.split("?")[1]).get("service") === activity.slug;
    return own && (state === "free" || state === "full");
  });
  const [first] = rows;
  const { phone, email, address } = business;
  return {
    texts: textsOf("BelayTestPage", content),
    questions: questionsOn("BelayTestPage", content),
    activity,
    minutes: first ? Math.round((Date.parse(first.end) - Date.parse(first.start)) / 60_000) : null,
    rows: rows.slice(0, 6),
    courses: courseSlugs.flatMap((slug) => {
      const course = named(slug);
      return course ? [{ name: course.name, tagLine: course.tagLine ?? "", slug: course.mainSlug.name }] : [];
    }),
    contact: { phone, email, address },
  };
}
