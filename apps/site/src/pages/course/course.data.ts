import type { DataInput, EntriesFunction } from "@uola/page-loader/page.ts";
import { questionsOn, readContent, textsOf } from "../../content/read.ts";
import type { WholeCourse } from "../../features/groups.ts";
import { coursesIn, otherServicesIn } from "../../features/service-pages.ts";
import { course as courseThing } from "../../features/structured-data.ts";
import type { Row } from "../../features/timetable.ts";
import { page } from "../courses/courses.content.ts";
import { type ServiceData, serviceAt, shownService, sitemapEntry, slugsOfService } from "./service-data.ts";

export async function data(input: DataInput): Promise<ServiceData> {
  const { service, href } = await serviceAt(input, coursesIn, otherServicesIn);
  const [content, { payAtGym, ...shown }] = await Promise.all([
    readContent(input, page, "Questions"),
    shownService(input, service),
  ]);
  const texts = textsOf(page, content);
  const { group, description, dates } = shown;
  input.describe(courseThing({ ...group, description, href, ...held(group.course, dates) }));
  return {
    ...shown,
    isCourse: true,
    summary: texts.description,
    bring: shown.bring || texts.bring,
    payment: payAtGym ? texts.payment : "",
    questions: questionsOn(page, content, slugsOfService(service)),
  };
}

export const entries: EntriesFunction = async ({ client }) => (await coursesIn(client)).map(sitemapEntry);

/**
 * Returns the dates of a course for search engines: one date range for the whole course, or one for
 * each session.
 */
function held(course: WholeCourse | null, rows: readonly Row[]) {
  const trainers = [...new Set(rows.flatMap(({ staff }) => staff))];
  if (!course) return { dates: rows.map(({ start, end, staff }) => ({ start, end, trainers: staff })) };
  if (!course.first) return {};
  return {
    places: course.state === "free" ? ("free" as const) : ("full" as const),
    dates: [{ start: course.first, ...(course.last && { end: course.last }), trainers }],
  };
}
