import type { CategoryKind } from "@uola/contract";
import {
  type PriceLine,
  pricesOf,
  type Question,
  questionsOn,
  readContent,
  type Texts,
  textsOf,
} from "../../content/read.ts";
import { servicesBy } from "../../features/services.ts";
import { slugOf } from "../../features/slug.ts";
import type { DataInput } from "../../loader/page.ts";
import { type Activity, activityOf, byCategory, type Price } from "../booking/activities.ts";
import { page } from "./prices.content.ts";

export type PricesData = {
  texts: Texts<typeof page>;
  questions: Question[];
  /** The price list; `slug` is the name as an address can have it. */
  prices: (PriceLine & { slug: string })[];
  /** There is more to book than is listed. */
  hasMore: boolean;
  /** Memberships and cards of visits. */
  plans: { id: string; name: string; description: string; cents: number }[];
  /** What can be booked, under the names of its categories. */
  categories: {
    name: string;
    kind: CategoryKind;
    activities: (Pick<Activity, "id" | "slug" | "name" | "tagLine"> & { price: Price })[];
  }[];
};

export async function data(input: DataInput): Promise<PricesData> {
  const { client } = input;
  const [content, { items: services, hasMore }, { plans }] = await Promise.all([
    readContent(input, page, "Prices", "Questions"),
    servicesBy(client, { hidden: false }),
    client.plans.list({}),
  ]);
  const offered = services.filter(({ onlineBooking }) => onlineBooking.enabled !== false);
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    prices: pricesOf(content).map((line) => ({ ...line, slug: slugOf(line.name) })),
    hasMore,
    plans: plans
      .filter(({ archived }) => !archived)
      .map(({ id, name, description, price }) => ({
        id,
        name,
        description: description ?? "",
        cents: Math.round(Number(price.value) * 100),
      })),
    categories: byCategory(offered.map(activityOf)).map(({ name, kind, activities }) => ({
      name,
      kind,
      activities: activities.map(({ id, slug, name, tagLine, price }) => ({ id, slug, name, tagLine, price })),
    })),
  };
}
