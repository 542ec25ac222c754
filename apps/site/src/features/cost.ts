import { price } from "@uola/words/formats";
import { say } from "@uola/words/site";

/** Returns "14 €", or the text for a free service. */
export const costOfCents = (cents: number): string => (cents === 0 ? say("booking.price.free") : price(cents));
