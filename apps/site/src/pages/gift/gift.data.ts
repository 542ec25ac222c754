import { servicesBy } from "@uola/browser/gym/services.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../content/read.ts";
import { activityOf } from "../../features/booking/activities.ts";
import type { Contact } from "../../features/contact.data.ts";
import { isShopOpen } from "../../features/shop.ts";
import { page } from "./gift.content.ts";
import type { Experience } from "./gift-rules.ts";

export type GiftData = {
  texts: Texts<typeof page>;
  questions: Question[];
  experiences: Experience[];
  contact: Contact;
  /**
   * Whether vouchers are ordered and paid for on the site; otherwise they are requested from the
   * front desk.
   */
  shop: boolean;
};

/** Maximum number of experiences offered; a longer list would be hard to choose from. */
const experiencesMost = 6;

export async function data(input: DataInput): Promise<GiftData> {
  const { client } = input;
  const [content, { items: services }, { business }, shop] = await Promise.all([
    readContent(input, page, "Questions"),
    servicesBy(client, {
      hidden: false,
      $or: [{ "category.kind": "firstTime" }, { role: { $in: ["individual", "belayCourse"] } }],
    }),
    client.business.get({}),
    isShopOpen(input),
  ]);
  const { phone, email, address } = business;
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    experiences: services
      .map((service) => activityOf(service))
      .flatMap(({ id, name, price }) => (price.kind === "each" ? [{ id, name, cents: price.cents }] : []))
      .slice(0, experiencesMost),
    contact: { phone, email, address },
    shop,
  };
}
