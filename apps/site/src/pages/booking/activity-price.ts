import { money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { costOfCents } from "../../features/cost.ts";
import type { Activity } from "./activities.ts";

/** What one place costs, in words when it is no number. */
export const priceOf = ({ price }: Pick<Activity, "price">): string => {
  if (price.kind === "free") return say("booking.price.free");
  return price.kind === "each" ? money(price.cents) : price.words || say("booking.price.ask");
};

/** The same as lists of prices have it, "25 €". */
export const costOf = ({ price }: Pick<Activity, "price">): string =>
  price.kind === "each" ? costOfCents(price.cents) : priceOf({ price });
