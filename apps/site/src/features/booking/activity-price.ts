import { money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { costOfCents } from "../cost.ts";
import type { Activity } from "./activities.ts";

/** Formats the price of one place; as a text if it is not a number. */
export const priceOf = ({ price }: Pick<Activity, "price">): string => {
  if (price.kind === "free") return say("booking.price.free");
  return price.kind === "each" ? money(price.cents) : price.words || say("booking.price.ask");
};

/** Formats the price as in price lists: "25 €". */
export const costOf = ({ price }: Pick<Activity, "price">): string =>
  price.kind === "each" ? costOfCents(price.cents) : priceOf({ price });
