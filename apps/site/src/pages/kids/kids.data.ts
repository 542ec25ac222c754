import { servicesBy } from "@uola/browser/gym/services.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../content/read.ts";
import { sharedCancelRule } from "../../features/cancel-rule.ts";
import { type Group, groupsOf, openingsOf, type WholeCourse } from "../../features/groups.ts";
import { coursesIn, otherServicesIn } from "../../features/service-pages.ts";
import { type Offer, offersIn } from "../private/offers.ts";
import { page } from "./kids.content.ts";

export type KidsData = {
  texts: Texts<typeof page>;
  questions: Question[];
  groups: KidsGroup[];
  /** Day camps in the school holidays, the next one first. */
  camps: KidsGroup[];
  /** Details of a children's party, which is booked by request; null if the gym offers none. */
  birthday: (Pick<Offer, "least" | "most"> & { cents: number | null; minutes: number | null }) | null;
  phone: string;
  /** The cancellation deadline of a single session, from its policy. */
  cancelRule: string;
};
/** A group with the URL of its page. */
export type KidsGroup = Group & { page: string | null };

const isOver = ({ last }: WholeCourse, now: Date) => last !== null && new Date(last) <= now;

export async function data(input: DataInput): Promise<KidsData> {
  const { client, now, expires } = input;
  const [content, { items: services }, pages, { business }] = await Promise.all([
    readContent(input, page, "Questions"),
    servicesBy(client, { "category.kind": "children", hidden: false }),
    Promise.all([coursesIn(client), otherServicesIn(client)]),
    client.business.get({}),
  ]);
  const groups = await groupsOf(client, services, now);
  for (const opens of openingsOf(groups)) expires(opens);
  const listed = groups.map((group) => ({
    ...group,
    page: pages.flat().find(({ service }) => service.id === group.id)?.href ?? null,
  }));
  const isCamp = (id: string) => services.some((service) => service.id === id && service.role === "camp");
  const birthday = offersIn(services).find(({ kind }) => kind === "birthday");
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    groups: listed.filter(({ id }) => !isCamp(id)),
    camps: listed.filter(({ id, course }) => isCamp(id) && course && !isOver(course, now)),
    birthday: birthday
      ? {
          least: birthday.least,
          most: birthday.most,
          minutes: birthday.minutes[0] ?? null,
          cents: birthday.activity.price.kind === "each" ? birthday.activity.price.cents : null,
        }
      : null,
    phone: business.phone,
    cancelRule: sharedCancelRule(services.filter(({ type }) => type === "CLASS")),
  };
}
