import type { Client } from "@uola/client";
import type { PassKind } from "@uola/contract";
import { inCents } from "@uola/contract/cents";
import type { Good } from "./keys.ts";

type Line = Record<string, unknown>;
type Added = Parameters<Client["carts"]["add"]>[0];

/** What the price list sells for one price today, in its order; docs/rules/orders.md says what is not for sale. */
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
    return [{ id, name, cents: inCents(price), ...(kind && { kindId: kind.id }) }];
  });

/** What is put into the cart: a line that a kind of pass names is that pass, or nobody would get its entries. */
export const addedOf = ({ id, kindId }: Good): Added =>
  kindId ? { pass: { kindId }, captchaTokens: null } : { goods: { priceId: id, quantity: 1 }, captchaTokens: null };
