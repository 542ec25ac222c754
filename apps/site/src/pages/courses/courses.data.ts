import type { DataInput } from "@uola/page-loader/page.ts";
import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../content/read.ts";
import { type Group, groupsOf, openingsOf } from "../../features/groups.ts";
import { type Picture, picturesOf, pointsOfServices } from "../../features/picture.ts";
import { coursesIn } from "../../features/service-pages.ts";
import { course, gym } from "../../features/structured-data.ts";
import { page } from "./courses.content.ts";

/** The data of a course card: the course, the start of the next one, and a link to its page. */
export type Card = Group & { page: string; picture: Picture | null };

export type CoursesData = {
  texts: Texts<typeof page>;
  questions: Question[];
  courses: Card[];
  phone: string;
};

export async function data(input: DataInput): Promise<CoursesData> {
  const { client, now, describe, expires } = input;
  const [content, courses, { business }] = await Promise.all([
    readContent(input, page, "Questions"),
    coursesIn(client),
    client.business.get({}),
  ]);
  const services = courses.map(({ service }) => service);
  const [groups, points] = await Promise.all([groupsOf(client, services, now), pointsOfServices(client, services)]);
  for (const opens of openingsOf(groups)) expires(opens);
  const cards = courses.flatMap(({ service, href }): Card[] => {
    // Camps are for children and are listed on the children's page.
    const group = service.role === "camp" ? undefined : groups.find(({ id }) => id === service.id);
    return group ? [{ ...group, page: href, picture: picturesOf(service, points)[0] ?? null }] : [];
  });
  describe(gym(business), ...cards.map((card) => course({ ...card, description: card.tagLine, href: card.page })));
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    courses: cards,
    phone: business.phone,
  };
}
