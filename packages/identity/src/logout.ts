import type { Context, Middleware } from "koa";
import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { Clients } from "./clients.ts";
import { grantsOf } from "./grants.ts";
import type { Site } from "./pages/layout.ts";
import { logoutConfirmationPage, noticePage } from "./pages/notice-pages.ts";
import { sendPage } from "./pages/send.ts";

type Options = {
  provider: Provider;
  site: Site;
  clients: Clients;
  deleteGrant(grantId: string): Promise<void>;
};

/**
 * Handles `GET /v2/logout?client_id&returnTo`: ends the session with its tokens and redirects the
 * person, but only to a URL that exactly matches a registered URL of the client. Any other request
 * changes nothing. It does not ask for confirmation: the SDKs send no `id_token_hint` that would
 * distinguish their own page from another site's link (decision 0018).
 */
export function logout({ provider, site, clients, deleteGrant }: Options): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== "/v2/logout" || (ctx.method !== "GET" && ctx.method !== "HEAD")) return next();
    const { client_id: clientId, returnTo } = ctx.query;
    const client = typeof clientId === "string" ? await clients.read(clientId) : undefined;
    const isListed = typeof returnTo === "string" && client?.logoutUris.includes(returnTo);
    if (clientId !== undefined && !client) return sendPage(ctx, 400, noticePage(site, ctx, "unknownClient"));
    if (returnTo !== undefined && !isListed) return sendPage(ctx, 400, noticePage(site, ctx, "badReturn"));
    // HEAD responds as GET does but must not change anything.
    if (ctx.method === "GET") await endSession(ctx, provider, deleteGrant);
    ctx.set("Cache-Control", "no-store");
    if (typeof returnTo !== "string") return sendPage(ctx, 200, noticePage(site, ctx, "loggedOut"));
    ctx.redirect(returnTo);
  };
}

async function endSession(ctx: Context, provider: Provider, deleteGrant: Options["deleteGrant"]) {
  const session = await provider.Session.get(ctx as unknown as KoaContextWithOIDC);
  if (!session.accountId) return;
  await Promise.all(grantsOf(session).map(deleteGrant));
  await session.destroy();
  ctx.cookies.set(provider.cookieName("session"), null, { httpOnly: true, sameSite: "lax", overwrite: true });
}

/**
 * The logout endpoint of the standard asks for confirmation. The library's form contains its CSRF
 * token and redirects to a registered URL.
 */
export const renderLogoutConfirmation = (site: Site) => (ctx: KoaContextWithOIDC, form: string) => {
  const onward = URL.parse(String(ctx.oidc.params?.post_logout_redirect_uri))?.origin;
  return sendPage(ctx, 200, logoutConfirmationPage(site, ctx, form), onward);
};

export const answerLogoutConfirmed = (site: Site) => (ctx: KoaContextWithOIDC) =>
  sendPage(ctx, 200, noticePage(site, ctx, "loggedOut"));
