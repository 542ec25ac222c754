import type { Client } from "oidc-provider";

/**
 * Whether scripts of this origin may read responses to this client: only the origins of its own
 * pages.
 */
export const mayRead = (client: Client, origin: string): boolean =>
  (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin);
