import { useEffect, useState } from "react";
import { linkTo } from "../../loader/locale.ts";

/** The page of an order. Its key is the whole permission to see it, so it stands behind the hash, where no log has it. */
export const orderPath = (key: string): string => `${linkTo("/order/")}#${key}`;

/**
 * The key behind a hash; links within the page have hashes, too. Who sends a browser back may have hung a query onto it. One of
 * which a mail has cut the end off is the key of no order, and not the cart.
 */
export const keyIn = (hash: string): string | undefined => /^#([\da-f]{8}-[\w.-]*)(?:[?&].*)?$/i.exec(hash)?.[1];

/** What a provider sent with the browser: a token of Montonio's, or signed data of Paysera's, before the hash or behind it. */
export function tokenIn(search: URLSearchParams, hash: string): string | null {
  for (const query of [search, new URLSearchParams(hash.split(/[?&]/).slice(1).join("&"))]) {
    const token = query.get("order-token");
    if (token) return token;
    const parts = ["data", "ss1", "ss2", "ss3"].flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    });
    if (query.get("data")) return new URLSearchParams(parts).toString();
  }
  return null;
}

/** The key of the order that the address names: undefined until the browser has looked, empty for the cart. */
export function useOrderKey(): string | undefined {
  const [key, setKey] = useState<string>();
  useEffect(() => {
    const look = () => setKey((before) => keyIn(location.hash) ?? (location.hash.length > 1 && before ? before : ""));
    look();
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return key;
}
