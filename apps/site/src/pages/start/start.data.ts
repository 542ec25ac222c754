import { servicesBy } from "@uola/browser/gym/services.ts";
import type { CategoryKind, ServiceRole } from "@uola/contract";
import type { DataInput } from "@uola/page-loader/page.ts";
import { localDate } from "@uola/words/formats";
import { pricesOf, type Question, questionsOn, readContent, type Texts, textsOf } from "../../content/read.ts";
import { type Activity, activityOf, type Price } from "../../features/booking/activities.ts";
import { page } from "./start.content.ts";

/** A service that can be booked at one of the stages. */
export type Offer = Pick<Activity, "slug" | "name" | "tagLine"> & {
  kind: CategoryKind;
  role: ServiceRole | null;
  price: Price;
};
/** The stages of learning to climb. */
export type Rung = "visit" | "intro" | "course" | "test" | "training";

export type StartData = {
  texts: Texts<typeof page>;
  questions: Question[];
  /** The lowest price of each stage in cents; missing for a stage without services in the catalogue. */
  prices: { [Name in Rung]?: number };
  offers: Offer[];
};

export async function data(input: DataInput): Promise<StartData> {
  const [content, { items: services }] = await Promise.all([
    readContent(input, page, "Prices", "Questions"),
    servicesBy(input.client, { hidden: false }),
  ]);
  const offers = services
    .filter(({ onlineBooking }) => onlineBooking.enabled !== false)
    .map((service): Offer => {
      const { slug, name, tagLine, category, price } = activityOf(service);
      return { slug, name, tagLine, price, kind: category?.kind ?? "other", role: service.role ?? null };
    });
  const visits = pricesOf(content, localDate(input.now)).flatMap(({ kind, cents }) =>
    kind === "SINGLE" ? [cents] : [],
  );
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    prices: { ...(visits.length > 0 && { visit: Math.min(...visits) }), ...rungPrices(offers) },
    offers,
  };
}

const isOn: Record<Exclude<Rung, "visit">, (offer: Offer) => boolean> = {
  intro: ({ kind }) => kind === "firstTime",
  course: ({ role }) => role === "belayCourse",
  test: ({ role }) => role === "belayTest",
  training: ({ kind, role }) => kind === "trainings" && !role,
};

/** Returns the lowest price of the bookable services of each stage. */
export function rungPrices(offers: readonly Offer[]): StartData["prices"] {
  const prices: StartData["prices"] = {};
  for (const rung of ["intro", "course", "test", "training"] as const) {
    const cents = offers.filter(isOn[rung]).flatMap(({ price }) => (price.kind === "each" ? [price.cents] : []));
    if (cents.length > 0) prices[rung] = Math.min(...cents);
  }
  return prices;
}
