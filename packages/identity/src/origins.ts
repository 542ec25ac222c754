import type { Client } from "oidc-provider";

/** Whether scripts of this origin may read what the client is answered: those of its own pages may. */
export const mayRead = (client: Client, origin: string): boolean =>
  (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin);
