import { noteCart } from "@uola/browser/gym/cart-mark.ts";
import { platform } from "@uola/browser/platform.ts";
import type { Client } from "@uola/client";
import type { Cart, CartLine } from "@uola/contract";
import type { AppData } from "@uola/page-loader/page.ts";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Added, addToCart } from "../../features/cart.ts";
import { cartRefusalText } from "../../features/cart-words.ts";

/** Why an action failed, and where the error is shown: next to a line or at the code field. */
export type Trouble = { about: string; text: string };

export type CartState = {
  /** Undefined during the first load. */
  cart: Cart | undefined;
  failed: boolean;
  busy: boolean;
  trouble: Trouble | undefined;
  /** The line removed last, until the next action. */
  removed: CartLine | undefined;
  read(): Promise<Cart | undefined>;
  show(cart: Cart): void;
  /** Runs actions one after another; resolves to whether the action succeeded. */
  act(about: string, work: (client: Client) => Promise<{ cart: Cart }>): Promise<boolean>;
  remove(line: CartLine): void;
  undo(): void;
};

/** The cart as stored on the platform. Every change returns the whole cart at current prices. */
export function useCart(app: AppData): CartState {
  const [cart, setCart] = useState<Cart>();
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const [removed, setRemoved] = useState<CartLine>();
  const working = useRef(false);

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
    } catch {
      setFailed(true);
      return undefined;
    }
  }, [app, show]);
  const act: CartState["act"] = async (about, work) => {
    if (working.current) return false;
    working.current = true;
    setBusy(true);
    setTrouble(undefined);
    setRemoved(undefined);
    try {
      show((await work(await platform(app))).cart);
      return true;
    } catch (error) {
      setTrouble({ about, text: cartRefusalText(error) });
      return false;
    } finally {
      working.current = false;
      setBusy(false);
    }
  };
  return {
    cart,
    failed,
    busy,
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
