import { fitsAges } from "./age-range.ts";
import type { LessonsLeft } from "./availability.ts";
import type { Booking } from "./bookings.ts";
import { centsOf } from "./cents.ts";
import type { AgeGroup, AgeRange, PriceGroup, Service } from "./service.ts";

type Sold = Pick<Service, "payment" | "optionsAndVariants" | "agePrices" | "memberPrice">;
/**
 * The participants and the start date. Unnamed participants, and services without a date, cost the
 * usual price of the service.
 */
type Counts = Pick<Booking, "totalParticipants" | "participantsChoices" | "participants"> & {
  startDate?: Date | string | null | undefined;
  /** Set if the participants join a course late. */
  lessons?: LessonsLeft | null | undefined;
};
type Chosen = readonly { optionId: string; custom?: string | null | undefined }[];
type Cents = { cents: number; currency: string };

/** A reduced price for an age group, in cents. */
export type AgePriced = { group: AgeGroup; ages: AgeRange; cents: number };
/** The price one person pays, and the price group it comes from. */
export type PersonPrice = { group: PriceGroup | null; cents: number };

/** The pro-rata share of a price for the remaining lessons, rounded down to whole cents. */
export const proRataCents = (cents: number, { left, all }: LessonsLeft): number => Math.floor((cents * left) / all);

/**
 * Returns the service with every price reduced to the share for joining its course late, or the
 * same object if no lesson has been held yet.
 */
export function withProRataPrices<Of extends Sold>(service: Of, lessons: LessonsLeft | null | undefined): Of {
  if (!lessons || lessons.left >= lessons.all) return service;
  const shared = <Money extends { value: string }>(money: Money): Money => ({
    ...money,
    value: (proRataCents(centsOf(money), lessons) / 100).toFixed(2),
  });
  const { payment, optionsAndVariants: chosen, agePrices, memberPrice } = service;
  const { fixed, varied } = payment;
  return {
    ...service,
    payment: {
      ...payment,
      ...(fixed && { fixed: { ...fixed, price: shared(fixed.price) } }),
      ...(varied && { varied: { ...varied, defaultPrice: shared(varied.defaultPrice) } }),
    },
    ...(chosen && {
      optionsAndVariants: {
        ...chosen,
        variants: chosen.variants.map((each) => ({ ...each, price: shared(each.price) })),
      },
    }),
    ...(agePrices && { agePrices: agePrices.map((each) => ({ ...each, price: shared(each.price) })) }),
    ...(memberPrice && { memberPrice: shared(memberPrice) }),
  };
}

/** Returns the reduced age prices of a service, in cents. */
export const agePricesOf = ({ agePrices }: Pick<Service, "agePrices">): AgePriced[] =>
  (agePrices ?? []).map(({ group, ages, price }) => ({ group, ages, cents: centsOf(price) }));

/** Returns the year used to compute ages; undefined if there is no start date. */
export const ageReferenceYear = (start: Date | string | null | undefined): number | undefined =>
  start ? new Date(start).getUTCFullYear() : undefined;

/**
 * Returns the price for a person born in a given year: the lowest price among the age groups they
 * may belong to, or the usual price. Only the year of birth is known, so the person has one of two
 * possible ages; the cheaper one counts.
 */
export function priceOfPerson(
  usual: number,
  prices: readonly AgePriced[],
  birthYear: number | null | undefined,
  year: number | undefined,
): PersonPrice {
  if (birthYear == null || year === undefined) return { group: null, cents: usual };
  const [lowest] = prices
    .filter(({ ages, cents }) => cents < usual && fitsAges(ages, year - birthYear))
    .toSorted((a, b) => a.cents - b.cents);
  return lowest ? { group: lowest.group, cents: lowest.cents } : { group: null, cents: usual };
}

/**
 * Returns the price per person for these choices: the price of the variant, or of the service
 * itself. Undefined if the price is free text.
 */
function priceFor({ payment, optionsAndVariants }: Sold, chosen: Chosen = []): Cents | undefined {
  if (payment.rateType === "NO_FEE") return { cents: 0, currency: "EUR" };
  const variant = optionsAndVariants?.variants.find(({ choices }) => isSame(choices, chosen));
  const money = variant?.price ?? payment.fixed?.price ?? payment.varied?.defaultPrice;
  return money && { cents: centsOf(money), currency: money.currency ?? "EUR" };
}

/**
 * Returns the price of each participant of a booking, in their order: the lowest price that applies
 * to them. Undefined if the price does not depend on the person.
 */
export function personPrices(
  whole: Sold,
  { totalParticipants, participantsChoices, participants, startDate, lessons }: Counts,
): PersonPrice[] | undefined {
  const service = withProRataPrices(whole, lessons);
  const prices = agePricesOf(service);
  const usual = priceFor(service);
  const ofMembers = service.memberPrice && centsOf(service.memberPrice);
  if (!usual || (prices.length === 0 && ofMembers == null) || participantsChoices) return undefined;
  return Array.from({ length: totalParticipants ?? 1 }, (_, index) => {
    const { birthYear, member } = participants?.[index] ?? {};
    const byAge = priceOfPerson(usual.cents, prices, birthYear, ageReferenceYear(startDate));
    return member && ofMembers != null && ofMembers < byAge.cents ? { group: "MEMBER", cents: ofMembers } : byAge;
  });
}

/** Returns the total price for all participants of a booking. */
export function totalCents(whole: Sold, counts: Counts): Cents | undefined {
  const { totalParticipants, participantsChoices, lessons } = counts;
  const service = withProRataPrices(whole, lessons);
  const byPerson = personPrices(whole, counts);
  if (byPerson) {
    const cents = byPerson.reduce((total, each) => total + each.cents, 0);
    return { cents, currency: priceFor(service)?.currency ?? "EUR" };
  }
  const groups = participantsChoices?.serviceChoices ?? [{ numberOfParticipants: totalParticipants, choices: [] }];
  let sum: Cents | undefined;
  for (const { numberOfParticipants, choices } of groups) {
    const price = priceFor(service, choices ?? []);
    if (!price) return undefined;
    sum = { cents: (sum?.cents ?? 0) + price.cents * (numberOfParticipants ?? 1), currency: price.currency };
  }
  return sum;
}

const isSame = (a: Chosen, b: Chosen): boolean =>
  a.length === b.length &&
  a.every(({ optionId, custom }) => b.some((other) => other.optionId === optionId && other.custom === custom));
