import { z } from "zod";
import { TaxClass } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import { cents, maybe } from "./wire.ts";

/** A line of the price list that is on sale today, at the price used by the cart and the order. */
export const ListedPrice = z
  .object({
    /** The id of the item in the price list. */
    id: z.string(),
    name: z.string(),
    cents,
    taxClass: TaxClass,
    reduced: maybe(
      z.object({
        /** The regular price without the reduction. */
        from: cents,
        /** The last day of the reduction. */
        until: z.iso.date(),
        /** The lowest price in the thirty days before the reduction began. */
        lowest: cents,
      }),
    ),
  })
  .meta({ id: "ListedPrice" });
export type ListedPrice = z.infer<typeof ListedPrice>;

export const prices = {
  list: endpoint({
    method: "GET",
    path: "/v1/prices",
    access: "visitor",
    input: z.object({}),
    output: z.object({ prices: z.array(ListedPrice) }),
    errors: [],
    summary: "List what the price list sells today, with what it costs.",
  }),
};
