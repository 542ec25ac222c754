import { isTemporary } from "@uola/browser/errors.ts";
import { noteCart } from "@uola/browser/gym/cart-mark.ts";
import type { Client } from "@uola/client";
import { withCaptcha } from "@uola/client/captcha-retry";
import type { Cart } from "@uola/contract";

export type Added = Omit<Parameters<Client["carts"]["add"]>[0], "captchaTokens">;

/**
 * The last request that got no response, with its idempotency key. The request may have succeeded,
 * so a retry must not add the item twice.
 */
let unansweredRequest: { request: string; idempotencyKey: string } | undefined;

/** Adds an item to the cart; returns the updated cart. */
export async function addToCart(client: Client, what: Added): Promise<Cart> {
  const request = JSON.stringify({ ...what, holdId: null });
  const sent =
    unansweredRequest?.request === request ? unansweredRequest : { request, idempotencyKey: crypto.randomUUID() };
  unansweredRequest = sent;
  try {
    const { cart } = await withCaptcha(client, (proof) =>
      client.carts.add({ ...what, ...proof }, { idempotencyKey: sent.idempotencyKey }),
    );
    unansweredRequest = undefined;
    noteCart(cart);
    return cart;
  } catch (error) {
    if (!isTemporary(error)) unansweredRequest = undefined;
    throw error;
  }
}
