import { useEffect, useState } from "react";
import { linkTo } from "../../loader/locale.ts";

/** The page of an order. Its key is the whole permission to see it, so it stands behind the hash, where no log has it. */
export const orderPath = (key: string): string => `${linkTo("/order/")}#${key}`;

/** The key behind a hash; links within the page have hashes, too. */
export const keyIn = (hash: string): string | undefined => /^#([\da-f-]{36}\.[\w-]+)$/i.exec(hash)?.[1];

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
