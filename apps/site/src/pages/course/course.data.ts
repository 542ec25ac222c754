import { dayMs } from "@uola/contract/durations";
import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../content/read.ts";
import { cancelRule } from "../../features/cancel-rule.ts";
import type { Contact } from "../../features/contact.data.ts";
import { courseNamed, coursesIn } from "../../features/courses.ts";
import { type Group, groupOf, openingsOf, type WholeCourse, wholeCourse } from "../../features/groups.ts";
import { type Picture, picturesOf, pointsOfServices } from "../../features/picture.ts";
import { factsOf } from "../../features/service-facts.ts";
import type { ReadersService } from "../../features/service-translation.ts";
import { sessionsUntil } from "../../features/sessions-ahead.ts";
import { course as courseThing, gym } from "../../features/structured-data.ts";
import { type Row, rowOf } from "../../features/timetable.ts";
import { type DataInput, type EntriesFunction, NotFound, Redirect } from "../../loader/page.ts";
import { activityOf, type Variant } from "../booking/activities.ts";
import { page } from "../courses/courses.content.ts";

export type CourseData = {
  texts: Texts<typeof page>;
  questions: Question[];
  group: Group;
  description: string;
  /** What the owner asks of who comes. */
  conditions: string;
  prerequisite: string;
  bring: string;
  cancelRule: string;
  variants: Variant[];
  payAtGym: boolean;
  /** Every session there is ahead, the ones that are full too. */
  dates: Row[];
  pictures: Picture[];
  /** Where the belay test is booked, when the course prepares for it. */
  preparesForTest: boolean;
  contact: Contact;
};

/** A weekly class is shown for so many days ahead; a course with its last session. */
const daysAhead = 56;

export async function data(input: DataInput): Promise<CourseData> {
  const { client, now, params, describe, expires, noteAddresses } = input;
  const courses = await coursesIn(client);
  const found = courseNamed(courses, params.slug ?? "");
  if (!found) throw new NotFound();
  if (found.slug !== params.slug) throw new Redirect(found.href);
  noteAddresses(found.paths);
  const { service } = found;
  const until = service.schedule.lastSessionEnd ?? new Date(now.getTime() + daysAhead * dayMs);
  const [content, { business }, sessions, points] = await Promise.all([
    readContent(input, page, "Questions"),
    client.business.get({}),
    sessionsUntil(client, now, until, [service.id]),
    pointsOfServices(client, [service]),
  ]);
  const course = service.type === "COURSE" ? await wholeCourse(client, service, sessions, now) : null;
  const { variants, payAtGym, conditions } = activityOf(service, course?.share);
  const { prerequisite, bring } = factsOf(service);
  const { phone, email, address } = business;
  const group = groupOf(service, sessions, course, now);
  for (const opens of openingsOf([group])) expires(opens);
  const dates = sessions.map((session) => rowOf(session, service, now));
  describe(
    gym(business),
    courseThing({ ...group, description: service.description ?? "", href: found.href, ...held(course, dates) }),
  );
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content, addressesOf(service)),
    group,
    description: service.description ?? "",
    conditions,
    prerequisite,
    bring,
    cancelRule: cancelRule(service.bookingPolicy),
    variants,
    payAtGym,
    dates,
    pictures: picturesOf(service, points),
    preparesForTest: service.role === "belayCourse",
    contact: { phone, email, address },
  };
}

/** What the service is called in addresses, and was. */
const addressesOf = ({ mainSlug, supportedSlugs }: Pick<ReadersService, "mainSlug" | "supportedSlugs">): string[] =>
  [mainSlug, ...supportedSlugs].map(({ name }) => name);

export const entries: EntriesFunction = async ({ client }) =>
  (await coursesIn(client)).map(({ service, paths }) => ({
    paths,
    updated: service.updatedDate.toISOString(),
    images: picturesOf(service).map(({ src }) => src),
  }));

/** When a course is held, as search engines are told: once as a whole, or each of its sessions. */
function held(course: WholeCourse | null, rows: readonly Row[]) {
  const trainers = [...new Set(rows.flatMap(({ staff }) => staff))];
  if (!course) return { dates: rows.map(({ start, end, staff }) => ({ start, end, trainers: staff })) };
  if (!course.first) return {};
  return {
    places: course.state === "free" ? ("free" as const) : ("full" as const),
    dates: [{ start: course.first, ...(course.last && { end: course.last }), trainers }],
  };
}
