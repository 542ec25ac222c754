import { servicesBy } from "@uola/browser/gym/services.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../content/read.ts";
import { type Group, groupsOf, openingsOf } from "../../features/groups.ts";
import { otherServicesIn } from "../../features/service-pages.ts";
import { type Offer, offersIn } from "../private/offers.ts";
import { page } from "./train.content.ts";

export type TrainData = {
  texts: Texts<typeof page>;
  questions: Question[];
  /** `page` is the URL of the group's page; null for a course. */
  groups: (Group & { page: string | null })[];
  /** A private lesson for a personal training plan; null if the gym offers none. */
  lesson: { slug: string; name: string; cents: number | null } | null;
  phone: string;
};

export async function data(input: DataInput): Promise<TrainData> {
  const { client, now, expires } = input;
  const [content, { items: services }, pages, { business }] = await Promise.all([
    readContent(input, page, "Questions"),
    servicesBy(client, { "category.kind": "trainings", hidden: false }),
    otherServicesIn(client),
    client.business.get({}),
  ]);
  const groups = await groupsOf(client, services, now);
  for (const opens of openingsOf(groups)) expires(opens);
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    groups: groups.map((group) => ({
      ...group,
      page: pages.find(({ service }) => service.id === group.id)?.href ?? null,
    })),
    lesson: lessonOf(offersIn(services).find(({ kind }) => kind === "individual")),
    phone: business.phone,
  };
}

const lessonOf = (offer: Offer | undefined): TrainData["lesson"] => {
  if (!offer) return null;
  const { slug, name, price } = offer.activity;
  return { slug, name, cents: price.kind === "each" ? price.cents : null };
};
