import { isTemporary } from "@uola/browser/errors.ts";
import type { Client } from "@uola/client";

/**
 * The parameters that a redirect session passes in the URL: a cart, or a hold in the form of a
 * reservation.
 */
export type HandOver = {
  /**
   * Identifies the visitor of the other app. Missing if a member started there: their cart is
   * available after sign-in.
   */
  key: string | null;
  checkoutId: string | null;
  reservationId: string | null;
  /** The slug of the service that the reservation is for. */
  event: string | null;
};

const parameters = { key: "cart", checkoutId: "checkout", reservationId: "reservation" } as const;

/** Reads the hand-over from the URL; undefined if there is none. */
export function handOverIn(search: URLSearchParams): HandOver | undefined {
  const [key, checkoutId, reservationId] = [search.get("cart"), search.get("checkout"), search.get("reservation")];
  if (!key && !checkoutId && !reservationId) return undefined;
  return { key, checkoutId, reservationId, event: search.get("event") };
}

/**
 * Takes over the cart or reservation named in the URL. Rejects if the platform cannot be reached,
 * so that the caller can retry.
 */
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
    if (isTemporary(error)) throw error;
    return "gone";
  }
}

/** Returns the URL without the hand-over parameters, which can be used only once. */
export function withoutHandOver(address: string): string {
  const url = new URL(address);
  for (const name of Object.values(parameters)) url.searchParams.delete(name);
  return url.pathname + url.search + url.hash;
}
