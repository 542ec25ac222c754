import { reportUnexpected } from "@uola/browser/errors.ts";
import { noteCart } from "@uola/browser/gym/cart-mark.ts";
import { platform } from "@uola/browser/platform.ts";
import type { Client } from "@uola/client";
import type { Cart, CartLine } from "@uola/contract";
import type { AppData } from "@uola/page-loader/page.ts";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { type Added, addToCart } from "../../features/cart.ts";
import { cartRefusalText } from "../../features/cart-words.ts";
import { useAction } from "../../features/use-action.ts";

/**
 * The reason why an action failed, and the place of the error message: next to a line or at the
 * code field.
 */
export type Trouble = { about: string; text: string };

export type CartState = {
  /** Undefined during the first load. */
  cart: Cart | undefined;
  failed: boolean;
  busy: boolean;
  trouble: Trouble | undefined;
  /** The line that was removed last; reset by the next action. */
  removed: CartLine | undefined;
  read(): Promise<Cart | undefined>;
  show(cart: Cart): void;
  /** Resolves to whether the action succeeded; it does nothing while another one runs. */
  act(about: string, work: (client: Client) => Promise<{ cart: Cart }>): Promise<boolean>;
  remove(line: CartLine): void;
  undo(): void;
};

/** The cart as stored on the platform. Every change returns the whole cart at current prices. */
export function useCart(app: AppData): CartState {
  const [cart, setCart] = useState<Cart>();
  const [failed, setFailed] = useState(false);
  const { at, failure: trouble, run } = useAction<Trouble>();
  const [removed, setRemoved] = useState<CartLine>();

  const show = useCallback((shown: Cart) => {
    setCart(shown);
    setFailed(false);
    noteCart(shown);
  }, []);
  const read = useCallback(async () => {
    try {
      const { cart } = await (await platform(app)).carts.get({});
      show(cart);
      return cart;
    } catch (error) {
      reportUnexpected(error);
      setFailed(true);
      return undefined;
    }
  }, [app, show]);
  const act: CartState["act"] = (about, work) => {
    setRemoved(undefined);
    return run(
      async (client) => show((await work(client)).cart),
      (error) => ({ about, text: cartRefusalText(error) }),
    );
  };
  return {
    cart,
    failed,
    busy: at === "running",
    trouble,
    removed,
    show,
    act,
    read,
    remove(line) {
      void act(line.id, ({ carts }) => carts.remove({ lineId: line.id })).then((done) => {
        if (done) setRemoved(line);
      });
    },
    undo() {
      const what = removed && cartInputOf(removed);
      if (what) void act("cart", async (client) => ({ cart: await addToCart(client, what) }));
    },
  };
}

/** Returns the input that adds a removed line back to the cart; its places are requested again. */
function cartInputOf({ booking, voucher, goods, donation, pass }: CartLine): Added | undefined {
  if (booking) return { booking };
  if (voucher) return { voucher };
  if (pass) return { pass };
  if (goods) return { goods };
  return donation ? { donation } : undefined;
}

/** Returns the current time, updated every second; `ended` is called once when the earliest hold ends. */
export function useNowEverySecond(until: number | undefined, ended: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  const end = useEffectEvent(ended);
  useEffect(() => {
    if (until === undefined) return;
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= until) {
        clearInterval(timer);
        end();
      }
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [until]);
  return now;
}
