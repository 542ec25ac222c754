import { paymentProviders } from "@uola/contract/payment-providers";
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
 * Returns the data with which the payment provider redirected the browser, in the query or in the
 * fragment: the value of its parameter or, if the provider uses several, a query string of them.
 */
export function tokenIn(search: URLSearchParams, hash: string): string | null {
  for (const query of [search, new URLSearchParams(hash.split(/[?&]/).slice(1).join("&"))]) {
    for (const { returnParameters } of paymentProviders) {
      const [required = "", ...others] = returnParameters;
      const token = query.get(required);
      if (token) return others.length > 0 ? partOf(query, returnParameters) : token;
    }
  }
  return null;
}

const partOf = (query: URLSearchParams, names: readonly string[]): string =>
  new URLSearchParams(
    names.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  ).toString();

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
