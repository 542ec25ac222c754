/** The kinds of prices in the price list, in the order of the page. */
export const priceKinds = ["SINGLE", "PASS", "FAMILY", "RENT", "OTHER"] as const;
export type PriceKind = (typeof priceKinds)[number];
