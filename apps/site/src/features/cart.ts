import type { Client } from "@uola/client";
import { withCaptcha } from "@uola/client/captcha-retry";
import type { Cart } from "@uola/contract";
import { isPassing } from "../errors.ts";
import { noteCart } from "./cart-mark.ts";

export type Added = Omit<Parameters<Client["carts"]["add"]>[0], "captchaTokens">;

/**
 * The last unanswered request, with its idempotency key: it may have succeeded, so a retry must not
 * add the item twice.
 */
let unheard: { request: string; idempotencyKey: string } | undefined;

/** Adds an item to the cart; returns the updated cart. */
export async function addToCart(client: Client, what: Added): Promise<Cart> {
  const request = JSON.stringify({ ...what, holdId: null });
  const sent = unheard?.request === request ? unheard : { request, idempotencyKey: crypto.randomUUID() };
  unheard = sent;
  try {
    const { cart } = await withCaptcha(client, (proof) =>
      client.carts.add({ ...what, ...proof }, { idempotencyKey: sent.idempotencyKey }),
    );
    unheard = undefined;
    noteCart(cart);
    return cart;
  } catch (error) {
    if (!isPassing(error)) unheard = undefined;
    throw error;
  }
}
