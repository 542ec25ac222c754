/** What a line of the price list is a price of, in the order of the page. */
export const priceKinds = ["SINGLE", "PASS", "FAMILY", "RENT", "OTHER"] as const;
export type PriceKind = (typeof priceKinds)[number];
