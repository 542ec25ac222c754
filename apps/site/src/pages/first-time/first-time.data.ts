import { servicesBy } from "@uola/browser/gym/services.ts";
import type { CategoryKind } from "@uola/contract";
import type { DataInput } from "@uola/page-loader/page.ts";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../content/read.ts";
import { type Activity, activityOf, type Price } from "../../features/booking/activities.ts";
import { sharedCancelRule } from "../../features/cancel-rule.ts";
import { type Row, timetable } from "../../features/timetable.ts";
import { page } from "./first-time.content.ts";

/** An activity suitable for beginners. */
export type Beginning = Pick<Activity, "slug" | "name" | "tagLine"> & { kind: CategoryKind; price: Price };

export type FirstTimeData = {
  texts: Texts<typeof page>;
  questions: Question[];
  /** The introductions, followed by the activities for children. */
  beginnings: Beginning[];
  /** The next introductions, including full ones. */
  rows: Row[];
  /** The cancellation deadline of introductions, from their policy. */
  cancelRule: string;
};

const days = 14;
const rowsShown = 4;
/** The categories of activities that require no previous experience. */
const beginners: readonly CategoryKind[] = ["firstTime", "children"];

export async function data(input: DataInput): Promise<FirstTimeData> {
  const { client, now, expires } = input;
  const today = localDate(now);
  const [content, { items: services }, rows] = await Promise.all([
    readContent(input, page, "Questions"),
    servicesBy(client, { hidden: false }),
    timetable(client, instantOf(today), instantOf(addDays(today, days)), now),
  ]);
  for (const { opens } of rows) expires(opens);
  const offered = services.filter(({ type, onlineBooking }) => type === "CLASS" && onlineBooking.enabled !== false);
  const beginnings = offered
    .map((service) => activityOf(service))
    .map(({ slug, name, tagLine, price, category }) => ({
      slug,
      name,
      tagLine,
      price,
      kind: category?.kind ?? "other",
    }));
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    beginnings: beginners.flatMap((kind) => beginnings.filter((each) => each.kind === kind)),
    rows: rows
      .filter(({ kind, state }) => kind === "firstTime" && (state === "free" || state === "full"))
      .slice(0, rowsShown),
    cancelRule: sharedCancelRule(offered.filter(({ category }) => category?.kind === "firstTime")),
  };
}
