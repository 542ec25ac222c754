import type { Client } from "@uola/client";
import { withCaptcha } from "@uola/client/captcha-retry";
import type { Cart } from "@uola/contract";
import { noteCart } from "./cart-mark.ts";

export type Added = Omit<Parameters<Client["carts"]["add"]>[0], "captchaTokens">;

/** Puts something into the cart; the cart as it is then. */
export async function addToCart(client: Client, what: Added): Promise<Cart> {
  const { cart } = await withCaptcha(client, (proof) => client.carts.add({ ...what, ...proof }));
  noteCart(cart);
  return cart;
}
