import { linkTo } from "@uola/page-loader/locale.ts";
import { useEffect, useState } from "react";

/**
 * Returns the URL of an order page. The key alone grants access, so it is in the fragment, which
 * never reaches a server log.
 */
export const orderPath = (key: string): string => `${linkTo("/order/")}#${key}`;

/**
 * Returns the order key in a URL fragment; links within the page have fragments too. A payment
 * provider may have appended a query to it. A key truncated by a mail program is still returned: it
 * is an invalid order key and must not show the cart.
 */
export const keyIn = (hash: string): string | undefined => /^#([\da-f]{8}-[\w.-]*)(?:[?&].*)?$/i.exec(hash)?.[1];

/**
 * Returns the data with which the payment provider redirected the browser: a Montonio token or
 * signed Paysera data, in the query or in the fragment.
 */
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

/** Returns the order key in the URL: undefined until read in the browser, empty for the cart. */
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
