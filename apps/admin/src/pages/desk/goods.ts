import type { Client } from "@uola/client";
import type { PassKind } from "@uola/contract";
import { centsFromEuros } from "@uola/contract/cents";
import type { Good } from "./keys.ts";

type Line = Record<string, unknown>;
type Added = Parameters<Client["carts"]["add"]>[0];

/**
 * Returns the price list entries with a single price today, in the order of the list.
 * docs/rules/orders.md lists the exceptions.
 */
export const goodsIn = (
  lines: readonly Line[],
  kinds: readonly Pick<PassKind, "id" | "priceId" | "onSale">[],
  today: string,
): Good[] =>
  lines.flatMap(({ _id: id, name, price, from, validFrom }): Good[] => {
    if (typeof id !== "string" || typeof name !== "string" || typeof price !== "number") return [];
    if (price <= 0 || from === true || (typeof validFrom === "string" && validFrom > today)) return [];
    const kind = kinds.find(({ priceId }) => priceId === id);
    if (kind && !kind.onSale) return [];
    return [{ id, name, cents: centsFromEuros(price), ...(kind && { kindId: kind.id }) }];
  });

/**
 * Builds the cart item. A price list entry with a pass type is added as that pass, because
 * otherwise the buyer would get no entries.
 */
export const addedOf = ({ id, kindId }: Good): Added =>
  kindId ? { pass: { kindId }, captchaTokens: null } : { goods: { priceId: id, quantity: 1 }, captchaTokens: null };
