import { reasonOf } from "@uola/browser/error-messages.ts";
import { isTemporary, reportUnexpected } from "@uola/browser/errors.ts";
import { noteCart } from "@uola/browser/gym/cart-mark.ts";
import { platform } from "@uola/browser/platform.ts";
import type { Client } from "@uola/client";
import { withCaptcha } from "@uola/client/captcha-retry";
import type { Cart } from "@uola/contract";
import { isPaidOnline } from "@uola/contract/payment-providers";
import { go } from "@uola/page-loader/browser/go.ts";
import type { AppData } from "@uola/page-loader/page.ts";
import { useRef, useState } from "react";
import { type Order, sentOf } from "./draft.ts";
import { finish, forgetSent, keepRefused, keepSent, keptSent } from "./keep.ts";
import { orderPath } from "./order-path.ts";

type Asked = Omit<Order, "requestId">;
export type Refused = { why: ReturnType<typeof reasonOf<"order">>; before: number };

/** Places the order once and redirects to its payment. */
export function usePlaceOrder(app: AppData, onRefused: () => Promise<Cart | undefined>) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  /** Incremented on every rejection, so that the error summary gets the focus each time. */
  const [told, setTold] = useState(0);
  /** The request got no response and the cart is empty, so the order may have been placed. */
  const [unheard, setUnheard] = useState(false);
  const working = useRef(false);

  const send = async (order: Order, bank: string) => {
    const client = await platform(app);
    const placed = await withCaptcha(client, (proof) => client.orders.place({ ...order, ...proof }));
    noteCart({ lines: [] });
    finish(placed.key);
    const isOpen = placed.order.state === "AWAITING_PAYMENT" && isPaidOnline(placed.order.way);
    const leads = isOpen && (await bankOf(client, { key: placed.key, way: order.way, bank }));
    if (leads) return location.assign(leads);
    go(orderPath(placed.key), { replace: true });
  };

  /**
   * Resends the last request if the cart is now empty: this means that the order was placed, and
   * the same request returns it. Resolves to whether there was such a request.
   */
  const resume = async ({ lines }: Pick<Cart, "lines">): Promise<boolean> => {
    const sent = keptSent();
    if (!sent?.order || lines.length > 0) return false;
    setBusy(true);
    setUnheard(false);
    try {
      await send(sent.order, sent.bank ?? "");
    } catch (error) {
      if (isTemporary(error)) setUnheard(true);
      else forgetSent();
      setBusy(false);
    }
    return true;
  };

  return {
    busy,
    refused,
    told,
    unheard,
    resume,
    /** Resets the state when the buyer returns from the bank and the browser restores the page. */
    rest() {
      working.current = false;
      setBusy(false);
    },
    async place(asked: Asked, cart: Cart, bank: string) {
      if (working.current) return;
      working.current = true;
      setBusy(true);
      setRefused(undefined);
      const sent = sentOf(keptSent(), cart, () => crypto.randomUUID());
      const order = { ...asked, requestId: sent.requestId };
      keepSent({ ...sent, order, bank });
      try {
        await send(order, bank);
      } catch (error) {
        reportUnexpected(error);
        const left = await onRefused();
        working.current = false;
        if (isTemporary(error) && left && (await resume(left))) return;
        setRefused({ why: reasonOf(error, "order"), before: cart.toPay });
        setTold((count) => count + 1);
        setBusy(false);
      }
    },
  };
}

/**
 * Returns the URL of the bank's payment page. Returns undefined if the bank cannot be contacted;
 * the order's page then shows the error and offers to retry.
 */
async function bankOf(
  { payments }: Client,
  { bank, ...asked }: { key: string; way: Order["way"]; bank: string },
): Promise<string | undefined> {
  try {
    return (await payments.start({ ...asked, ...(bank && { bank }) })).redirectUrl ?? undefined;
  } catch (error) {
    keepRefused({ key: asked.key, why: reasonOf(error, "order") });
    return undefined;
  }
}
