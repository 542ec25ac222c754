import { servicesBy } from "@uola/browser/gym/services.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../content/read.ts";
import { type Activity, activityOf } from "../../features/booking/activities.ts";
import { type Row, timetable } from "../../features/timetable.ts";
import { page } from "./belay-test.content.ts";

export type BelayTestData = {
  texts: Texts<typeof page>;
  questions: Question[];
  /** The bookable test; null if the catalogue has none. */
  activity: Activity | null;
  minutes: number | null;
  rows: Row[];
  /** Courses that teach the skills checked by the test. */
  courses: { name: string; tagLine: string; slug: string }[];
};

const days = 42;

export async function data(input: DataInput): Promise<BelayTestData> {
  const { client, now } = input;
  const from = instantOf(localDate(now));
  const [content, { items: services }, all] = await Promise.all([
    readContent(input, page, "Questions"),
    servicesBy(client, { role: { $in: ["belayTest", "belayCourse"] } }),
    timetable(client, from, instantOf(addDays(localDate(now), days)), now),
  ]);
  const service = services.find(({ role, hidden }) => role === "belayTest" && !hidden);
  const activity = service ? activityOf(service) : null;
  const rows = all.filter(({ href, state }) => {
    const own = activity && new URLSearchParams(href.split("?")[1]).get("service") === activity.slug;
    return own && (state === "free" || state === "full");
  });
  const [first] = rows;
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    activity,
    minutes: first ? Math.round((Date.parse(first.end) - Date.parse(first.start)) / 60_000) : null,
    rows: rows.slice(0, 6),
    courses: services
      .filter(({ role, hidden }) => role === "belayCourse" && !hidden)
      .map(({ name, tagLine, mainSlug }) => ({ name, tagLine: tagLine ?? "", slug: mainSlug.name })),
  };
}
