import { platform } from "@uola/browser/platform.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { SecondaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";
import { useState } from "react";
import type { Added } from "./cart.ts";
import { cartRefusalText } from "./cart-words.ts";

type CartButtonProps = { what: Added; about: string };

/** Adds an item to the cart and stays on the page, so that the visitor can choose more. */
export function CartButton({ what, about }: CartButtonProps) {
  const app = useApp();
  const [at, setAt] = useState<"idle" | "adding" | "in">("idle");
  const [failure, setFailure] = useState("");
  const add = async () => {
    // The button stays enabled: a disabled button loses the focus, and a screen reader its
    // position.
    if (at === "adding") return;
    setAt("adding");
    setFailure("");
    try {
      const [client, { addToCart }] = await Promise.all([platform(app), import("./cart.ts")]);
      await addToCart(client, what);
      setAt("in");
    } catch (error) {
      setAt("idle");
      setFailure(say("order.cart.failed", { why: cartRefusalText(error) }));
    }
  };
  return (
    <span className="needs-scripts mt-2 grid justify-items-start gap-2">
      <SecondaryButton about={about} aria-disabled={at === "adding"} onClick={() => void add()}>
        {say(at === "adding" ? "order.cart.adding" : "order.cart.to")}
      </SecondaryButton>
      <span role="status">
        {failure && <span className="error">{failure}</span>}
        {at === "in" && (
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
