import { platform } from "@uola/browser/platform.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { say } from "@uola/words/site";
import { type Added, addToCart } from "./cart.ts";
import { cartRefusalText } from "./cart-words.ts";
import { type FieldError, type Form, onSubmit } from "./use-form.ts";

/**
 * Returns the submit handler of a form that adds an item to the cart and continues at the checkout.
 * `itemOf` returns the item or the first error, whose field takes the focus.
 */
export function useToCart<Draft extends object>(
  { draft, submit }: Form<Draft>,
  itemOf: (draft: Draft) => Added | FieldError,
  onAdded?: () => void,
) {
  const app = useApp();
  return onSubmit(async () => {
    const item = itemOf(draft);
    if ("field" in item) document.getElementById(item.field)?.focus();
    await submit(
      () => ("field" in item ? [item] : []),
      async () => {
        if (!("field" in item)) await addToCart(await platform(app), item);
        onAdded?.();
        go(linkTo("/order/"));
      },
      (error) => ({ why: say("order.cart.failed", { why: cartRefusalText(error) }) }),
    );
  });
}
