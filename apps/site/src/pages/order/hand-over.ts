import type { Client } from "@uola/client";
import { isPassing } from "../../errors.ts";

/** What the address of a redirect session hands over: a cart, or a hold as a reservation. */
export type HandOver = {
  /** Names the visitor of the other app. Missing where a member began there: their cart comes with signing in. */
  key: string | null;
  checkoutId: string | null;
  reservationId: string | null;
  /** The slug of the service that the reservation is for. */
  event: string | null;
};

const parameters = { key: "cart", checkoutId: "checkout", reservationId: "reservation" } as const;

/** Undefined where the address hands nothing over. */
export function handOverIn(search: URLSearchParams): HandOver | undefined {
  const [key, checkoutId, reservationId] = [search.get("cart"), search.get("checkout"), search.get("reservation")];
  if (!key && !checkoutId && !reservationId) return undefined;
  return { key, checkoutId, reservationId, event: search.get("event") };
}

/** Takes over what the address names. Rejects when the platform cannot be reached; another attempt is possible then. */
export async function takeOver(
  client: Client,
  { key, checkoutId, reservationId }: HandOver,
): Promise<"taken" | "gone"> {
  if (!key) return "gone";
  const named = { ...(checkoutId && { checkoutId }), ...(reservationId && { reservationId }) };
  try {
    await client.carts.takeOver({ key, ...named });
    return "taken";
  } catch (error) {
    if (isPassing(error)) throw error;
    return "gone";
  }
}

/** The address without what was handed over: it works once. */
export function withoutHandOver(address: string): string {
  const url = new URL(address);
  for (const name of Object.values(parameters)) url.searchParams.delete(name);
  return url.pathname + url.search + url.hash;
}
