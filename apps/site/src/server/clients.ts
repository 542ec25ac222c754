import {
  type ClientOptions,
  createClient,
  createTokenStore,
  memoryStorage,
  type RefreshToken,
  readCookie,
} from "@uola/client";
import type { LoaderOptions } from "../loader/server/loader.ts";

/** The platform as the site's own visitor, and as whoever a request's cookie says. */
export function clientsOf(platform: Pick<ClientOptions, "url" | "fetch">, clientId: string): LoaderOptions["clients"] {
  const as = (token?: RefreshToken) =>
    createClient({ ...platform, tokens: createTokenStore({ ...platform, clientId, storage: memoryStorage(token) }) });
  const site = as();
  return {
    site,
    of: (cookie) => {
      const token = readCookie(cookie);
      return token.value ? as(token as RefreshToken) : site;
    },
  };
}
