import type { Middleware } from "koa";

type TokenError = { error?: string; error_description?: string };

/**
 * Adapts the error texts of the token endpoint: the SDKs evaluate texts, not codes. Only "invalid
 * refresh token" makes them try a silent sign-in, so the response for an invalid refresh token uses
 * that text. "user is blocked" is left unchanged, because it makes them sign out.
 */
export const tokenErrors: Middleware = async (ctx, next) => {
  await next();
  if (ctx.method !== "POST" || ctx.path !== "/oauth/token" || ctx.status < 400) return;
  const body = ctx.body as TokenError | undefined;
  const grantType = (ctx as { oidc?: { params?: { grant_type?: string } } }).oidc?.params?.grant_type;
  if (body?.error !== "invalid_grant" || grantType !== "refresh_token" || body.error_description === "user is blocked")
    return;
  ctx.status = 403;
  ctx.body = { error: "invalid_grant", error_description: "Unknown or invalid refresh token." };
};
