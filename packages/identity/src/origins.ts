import type { Client } from "oidc-provider";

/**
 * Whether scripts from this origin may read responses to this client. Only the origins of the
 * client's own pages may.
 */
export const mayRead = (client: Client, origin: string): boolean =>
  (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin);
