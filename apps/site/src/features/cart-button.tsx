import { linkTo } from "@uola/page-loader/locale.ts";
import { SecondaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";
import type { Added } from "./cart.ts";
import { cartRefusalText } from "./cart-words.ts";
import { useAction } from "./use-action.ts";

type CartButtonProps = { what: Added; about: string };

/** Button that adds an item to the cart; the visitor stays on the page and can choose more. */
export function CartButton({ what, about }: CartButtonProps) {
  const { at, failure, run } = useAction<string>();
  const isAdding = at === "running";
  const add = () =>
    run(
      async (client) => (await import("./cart.ts")).addToCart(client, what),
      (error) => say("order.cart.failed", { why: cartRefusalText(error) }),
    );
  return (
    <span className="needs-scripts mt-2 grid justify-items-start gap-2">
      {/* The button stays enabled, because a disabled button loses the focus and a screen reader loses its position. */}
      <SecondaryButton about={about} aria-disabled={isAdding} onClick={() => void add()}>
        {say(isAdding ? "order.cart.adding" : "order.cart.to")}
      </SecondaryButton>
      <span role="status">
        {failure && <span className="error">{failure}</span>}
        {at === "done" && (
          <>
            {say("order.cart.in")} ·{" "}
            <TextLink alone href={linkTo("/order/")}>
              {say("order.cart.open")}
            </TextLink>
          </>
        )}
      </span>
    </span>
  );
}
