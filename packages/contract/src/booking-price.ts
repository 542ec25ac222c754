import type { Booking } from "./bookings.ts";
import type { Service } from "./service.ts";

type Sold = Pick<Service, "payment" | "optionsAndVariants">;
type Counts = Pick<Booking, "totalParticipants" | "participantsChoices">;
type Chosen = readonly { optionId: string; custom?: string | null | undefined }[];
type Cents = { cents: number; currency: string };

/** A price in whole cents, for reckoning. */
export const centsOf = ({ value }: { value: string }): number => Math.round(Number(value) * 100);

/**
 * What one person pays for these choices: the variant's price, or the service's own. Undefined if the price is a text
 * only.
 */
function priceFor({ payment, optionsAndVariants }: Sold, chosen: Chosen = []): Cents | undefined {
  if (payment.rateType === "NO_FEE") return { cents: 0, currency: "EUR" };
  const variant = optionsAndVariants?.variants.find(({ choices }) => isSame(choices, chosen));
  const money = variant?.price ?? payment.fixed?.price ?? payment.varied?.defaultPrice;
  return money && { cents: centsOf(money), currency: money.currency ?? "EUR" };
}

/** What all participants of a booking pay together. */
export function totalCents(service: Sold, { totalParticipants, participantsChoices }: Counts): Cents | undefined {
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
