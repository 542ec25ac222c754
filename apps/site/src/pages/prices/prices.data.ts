import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../features/content.ts";
import type { DataInput } from "../../loader/page.ts";
import { type Activity, activityOf, byCategory, type Price } from "../booking/activities.ts";

export type PricesData = {
  texts: Texts<"PricesPage">;
  questions: Question[];
  /** The price list; `slug` is the name as an address can have it. */
  prices: { slug: string; name: string; cents: number; from: boolean; note: string }[];
  /** What can be booked, under the names of its categories. */
  categories: { name: string; activities: (Pick<Activity, "id" | "slug" | "name" | "tagLine"> & { price: Price })[] }[];
};

export async function data(input: DataInput): Promise<PricesData> {
  const { client } = input;
  const [content, { business }, { services }] = await Promise.all([
    readContent(input, "PricesPage", "Questions"),
    client.business.get({}),
    client.services.query({ query: { paging: { limit: 100, offset: 0 } } }),
  ]);
  const offered = services.filter(({ hidden, onlineBooking }) => !hidden && onlineBooking.enabled !== false);
  return {
    texts: textsOf("PricesPage", content),
    questions: questionsOn("PricesPage", content),
    prices: business.prices.map(({ name, price, from, note }) => {
      return { slug: slugOf(name), name, cents: Math.round(Number(price.value) * 100), from, note };
    }),
    categories: byCategory(offered.map(activityOf)).map(({ name, activities }) => ({
      name,
      activities: activities.map(({ id, slug, name, tagLine, price }) => ({ id, slug, name, tagLine, price })),
    })),
  };
}

/** "Dienos bilietas vaikui" → "dienos-bilietas-vaikui" */
export const slugOf = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
