import { type Context, Refusal } from "@uola/kernel";
import { isOwnPage } from "./rules.ts";
import * as store from "./store.ts";

/** Returns the client with this id. Errors: INVALID_CLIENT. */
export async function clientOf(context: Context, id: string | null | undefined): Promise<store.AppClient> {
  const client = id ? await store.findClient(context, id) : undefined;
  if (!client) throw unknownClient();
  return client;
}

/**
 * Returns the page to redirect to. It must be a page of the client or of the platform's own site.
 * Errors: INVALID_CLIENT, INVALID_REDIRECT_URI.
 */
export async function requireOwnPage(context: Context, { clientId, returnTo }: PageOf): Promise<string> {
  const redirectUris = clientId ? (await clientOf(context, clientId)).redirectUris : [];
  if (!isOwnPage(returnTo, [...redirectUris, context.urls.site])) throw invalidRedirectUri();
  return returnTo;
}

/**
 * Whether a mail may link to a page. It must be a page of the client, if there is a client, or of
 * the platform's own site.
 */
export async function isPageOfClient(context: Context, page: string, clientId: string | undefined): Promise<boolean> {
  const client = clientId ? await store.findClient(context, clientId) : undefined;
  return isOwnPage(page, [...(client?.redirectUris ?? []), context.urls.site]);
}
export type PageOf = { clientId?: string | null | undefined; returnTo: string };

export const unknownClient = () => new Refusal("INVALID_CLIENT", "There is no such client.", 400);
export const invalidRedirectUri = () =>
  new Refusal("INVALID_REDIRECT_URI", "The client is not registered for this address.", 400);
