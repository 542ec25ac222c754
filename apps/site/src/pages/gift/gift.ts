import type { CartVoucher, VoucherDesign } from "@uola/contract";
import { addDays, dateLong, instantOf, localDate, price, typedSum } from "@uola/words/formats";
import { language } from "@uola/words/language";
import { say } from "@uola/words/site";
import { centsOf } from "../../features/typed-sum.ts";
import type { Drawing } from "../../ui/voucher.tsx";

/** What can be given for a price of its own. */
export type Experience = { id: string; name: string; cents: number };

/** A voucher as it is put together. The sum is text as typed, in euro; an experience instead of it is named by its id. */
export type Gift = { sum: string; experience: string; drawing: Drawing; to: string; from: string; greeting: string };

export const sums = [25, 50, 95, 120] as const;
export const sumLimits = { least: 10, most: 500 } as const;
export const greetingLongest = 140;
export const nameLongest = 40;

export const firstGift: Gift = { sum: "50", experience: "", drawing: "stair", to: "", from: "", greeting: "" };

/** What the voucher is worth, in words and cents; nothing while the sum cannot be given. */
export function worthOf({ sum, experience }: Gift, experiences: readonly Experience[]) {
  const chosen = experiences.find(({ id }) => id === experience);
  if (chosen) return { said: chosen.name, cents: chosen.cents };
  const cents = centsOf(sum, sumLimits);
  return cents === undefined ? undefined : { said: price(cents), cents };
}

/** The sum that an experience costs, as text to type: what is bought is a voucher of that sum. */
export const sumOf = ({ cents }: Experience): string => typedSum(cents);

const designs = { stair: "ROUTE", holds: "HOLDS", tapes: "TAPE", summit: "CONTOURS" } as const satisfies Record<
  Drawing,
  VoucherDesign
>;

export type Delivery = { address: string; day: string };

/** The voucher as it is put into the cart; nothing while its sum cannot be given. It leaves at eight in the morning of its day. */
export function voucherOf(gift: Gift, { address, day }: Delivery, now: Date): CartVoucher | undefined {
  const face = centsOf(gift.sum, sumLimits);
  if (face === undefined) return undefined;
  const [recipientName, giverName, greeting] = [gift.to.trim(), gift.from.trim(), gift.greeting.trim()];
  return {
    ...{ face, design: designs[gift.drawing], language: language() },
    ...(greeting && { greeting }),
    ...(recipientName && { recipientName }),
    ...(giverName && { giverName }),
    ...(address.trim() && { recipientEmail: address.trim() }),
    ...(address.trim() && day > localDate(now) && { sendDate: instantOf(day, 8) }),
  };
}

/** A voucher is good for a year from the day it is made. */
export const goodUntil = (now: Date): string => dateLong(addDays(localDate(now), 365));

/** The request as the desk reads it, a fact a line. */
export function requestOf(gift: Gift, experiences: readonly Experience[]): string {
  const worth = worthOf(gift, experiences);
  return [
    say("gift.request.worth", { worth: worth?.said ?? gift.sum }),
    say("gift.request.drawing", { drawing: say(`gift.drawing.${gift.drawing}`) }),
    gift.to && say("gift.to.said", { name: gift.to.trim() }),
    gift.from && say("gift.from.said", { name: gift.from.trim() }),
    gift.greeting && say("gift.request.greeting", { text: gift.greeting.trim() }),
  ]
    .filter(Boolean)
    .join("\n");
}
