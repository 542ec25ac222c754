import { price } from "@uola/words/formats";
import { say } from "@uola/words/site";

/** "14 €", or that it costs nothing. */
export const costOfCents = (cents: number): string => (cents === 0 ? say("booking.price.free") : price(cents));
