import type { Middleware } from "koa";

type TokenError = { error?: string; error_description?: string };

/**
 * The SDKs read texts, not codes: only "invalid refresh token" makes them fall back to a silent sign-in, so a dead
 * refresh token is answered in those words. "user is blocked" stays: it makes them sign out.
 */
export const tokenErrors: Middleware = async (ctx, next) => {
  await next();
  if (ctx.method !== "POST" || ctx.path !== "/oauth/token" || ctx.status < 400) return;
  const body = ctx.body as TokenError | undefined;
  const asked = (ctx as { oidc?: { params?: { grant_type?: string } } }).oidc?.params?.grant_type;
  if (body?.error !== "invalid_grant" || asked !== "refresh_token" || body.error_description === "user is blocked")
    return;
  ctx.status = 403;
  ctx.body = { error: "invalid_grant", error_description: "Unknown or invalid refresh token." };
};
