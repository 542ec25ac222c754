import { type PriceKind, priceKinds } from "@uola/browser/gym/price-kinds.ts";
import { servicesBy } from "@uola/browser/gym/services.ts";
import type { CategoryKind, PassTerms } from "@uola/contract";
import { centsOf } from "@uola/contract/cents";
import type { DataInput } from "@uola/page-loader/page.ts";
import { localDate } from "@uola/words/formats";
import {
  type Discount,
  discountsOf,
  type PriceLine,
  pricesOf,
  type Question,
  questionsOn,
  readContent,
  type Texts,
  textsOf,
} from "../../content/read.ts";
import { type Activity, activityOf, byCategory, type Price } from "../../features/booking/activities.ts";
import { isShopOpen } from "../../features/shop.ts";
import { slugOf } from "../../features/slug.ts";
import { type Kind, offersIn } from "../private/offers.ts";
import { page } from "./prices.content.ts";

/** The pass type that a line of the price list refers to. */
export type PassOfLine = { kindId: string } & Pick<PassTerms, "entries" | "period" | "begins" | "people">;

/**
 * `lowest`: the lowest price in the thirty days before a reduction, which the law requires to be
 * shown next to the price.
 */
export type ShownPrice = PriceLine & { slug: string; pass: PassOfLine | null; lowest: number | null };

export type PricesData = {
  texts: Texts<typeof page>;
  questions: Question[];
  /** The price list grouped by kind. */
  groups: { kind: PriceKind; prices: ShownPrice[] }[];
  discounts: Discount[];
  /** Whether items with a fixed price can be added to the cart. */
  shop: boolean;
  /** The day from which the current prices are valid; empty if not given. */
  validFrom: string;
  /** Services arranged for one person or group. */
  privately: (Pick<Activity, "slug" | "name" | "tagLine"> & { price: Price; role: Kind })[];
  /** Whether there are more bookable services than those listed. */
  hasMore: boolean;
  /** Pricing plans; `kindId` is the pass type under which the plan is sold on the site. */
  plans: { id: string; name: string; description: string; cents: number; kindId: string | null }[];
  /** Bookable services, grouped by category. */
  categories: {
    name: string;
    kind: CategoryKind;
    activities: (Pick<Activity, "id" | "slug" | "name" | "tagLine" | "agePrices" | "memberPrice" | "lateJoinShare"> & {
      price: Price;
    })[];
  }[];
};

export async function data(input: DataInput): Promise<PricesData> {
  const { client, now } = input;
  const [content, { items: services, hasMore }, { plans }, { kinds }, listed, shop] = await Promise.all([
    readContent(input, page, "Prices", "Discounts", "Questions"),
    servicesBy(client, { hidden: false }),
    client.plans.list({}),
    client.passes.kinds({}),
    client.prices.list({}),
    isShopOpen(input),
  ]);
  const today = localDate(now);
  const prices = pricesOf(content, today).map((line) => {
    const kind = kinds.find(({ priceId }) => priceId === line.id);
    const { entries, period, begins, people } = kind?.terms ?? {};
    const pass = kind && period && begins ? { kindId: kind.id, entries, period, begins, people: people ?? 1 } : null;
    // The price shown for an item sold online is the same as in the cart.
    const now = line.sold ? listed.prices.find(({ id }) => id === line.id) : undefined;
    const lowest = now?.reduced?.lowest ?? null;
    return { ...line, ...(now && { cents: now.cents }), slug: slugOf(line.name), pass, lowest };
  });
  const isPrivate = new Set(offersIn(services).map(({ activity }) => activity.id));
  const offered = services.filter(({ id, onlineBooking }) => onlineBooking.enabled !== false && !isPrivate.has(id));
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    groups: priceKinds
      .map((kind) => ({ kind, prices: prices.filter((line) => line.kind === kind) }))
      .filter(({ prices }) => prices.length > 0),
    discounts: discountsOf(content),
    shop,
    validFrom:
      prices
        .map(({ validFrom }) => validFrom)
        .filter((day) => day && day <= today)
        .toSorted()
        .at(-1) ?? "",
    privately: offersIn(services).map(({ kind, activity: { slug, name, tagLine, price } }) => ({
      slug,
      name,
      tagLine,
      price,
      role: kind,
    })),
    hasMore,
    plans: plans
      .filter(({ archived }) => !archived)
      .map(({ id, name, description, price }) => ({
        id,
        name,
        description: description ?? "",
        cents: centsOf(price),
        kindId: kinds.find(({ priceId }) => priceId === id)?.id ?? null,
      })),
    categories: byCategory(offered.map((service) => activityOf(service))).map(({ name, kind, activities }) => ({
      name,
      kind,
      activities: activities.map(({ id, slug, name, tagLine, price, agePrices, memberPrice, lateJoinShare }) => ({
        id,
        slug,
        name,
        tagLine,
        price,
        agePrices,
        memberPrice,
        lateJoinShare,
      })),
    })),
  };
}
