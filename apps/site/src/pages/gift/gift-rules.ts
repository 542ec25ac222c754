import type { CartVoucher, VoucherDesign } from "@uola/contract";
import type { Drawing } from "@uola/ui/voucher.tsx";
import { addDays, amountForInput, dateLong, instantOf, localDate, price } from "@uola/words/formats";
import { language } from "@uola/words/language";
import { say } from "@uola/words/site";
import { centsOf } from "../../features/typed-sum.ts";

/** An activity that can be given as a gift, with its own price. */
export type Experience = { id: string; name: string; cents: number };

/**
 * A voucher being composed. The sum is text as typed, in euros; an experience chosen instead of a
 * sum is given by its id.
 */
export type Gift = { sum: string; experience: string; drawing: Drawing; to: string; from: string; greeting: string };

export const sums = [25, 50, 95, 120] as const;
export const sumLimits = { least: 10, most: 500 } as const;
export const greetingLongest = 140;
export const nameLongest = 40;

/** The recipient's e-mail address and the day on which the voucher is sent; both may be empty. */
export type Delivery = { address: string; day: string };
export type GiftDraft = Gift & Delivery;

export const firstGift: GiftDraft = {
  sum: "50",
  experience: "",
  drawing: "stair",
  to: "",
  from: "",
  greeting: "",
  address: "",
  day: "",
};

/** Returns the value of the voucher as text and in cents; undefined while the sum is invalid. */
export function worthOf({ sum, experience }: Gift, experiences: readonly Experience[]) {
  const chosen = experiences.find(({ id }) => id === experience);
  if (chosen) return { said: chosen.name, cents: chosen.cents };
  const cents = centsOf(sum, sumLimits);
  return cents === undefined ? undefined : { said: price(cents), cents };
}

/**
 * Returns the price of an experience as text for the sum field, because the voucher is bought for
 * that sum.
 */
export const sumOf = ({ cents }: Experience): string => amountForInput(cents);

const designs = { stair: "ROUTE", holds: "HOLDS", tapes: "TAPE", summit: "CONTOURS" } as const satisfies Record<
  Drawing,
  VoucherDesign
>;

/**
 * Returns the voucher to add to the cart; undefined while its sum is invalid. It is sent at eight
 * in the morning of the chosen day.
 */
export function voucherOf({ address, day, ...gift }: GiftDraft, now: Date): CartVoucher | undefined {
  const face = centsOf(gift.sum, sumLimits);
  if (face === undefined) return undefined;
  const [recipientName, giverName, greeting] = [gift.to.trim(), gift.from.trim(), gift.greeting.trim()];
  return {
    face,
    design: designs[gift.drawing],
    language: language(),
    ...(greeting && { greeting }),
    ...(recipientName && { recipientName }),
    ...(giverName && { giverName }),
    ...(address.trim() && { recipientEmail: address.trim() }),
    ...(address.trim() && day > localDate(now) && { sendDate: instantOf(day, 8) }),
  };
}

/** Returns the expiry date: a voucher is valid for a year from the day it is created. */
export const goodUntil = (now: Date): string => dateLong(addDays(localDate(now), 365));

/** Returns the request text for the front desk, one detail per line. */
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
