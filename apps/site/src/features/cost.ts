import { price } from "@uola/words/formats";
import { say } from "@uola/words/site";

/** Formats a price as "14 €", or as a text if the service is free. */
export const costOfCents = (cents: number): string => (cents === 0 ? say("booking.price.free") : price(cents));
