import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "koa";
import { cookieName } from "./cookies.ts";

/**
 * The hidden form field with the CSRF token. Only the browser that received the cookie can send a
 * matching token.
 */
export type CsrfToken = { value: string; action: string };

const cookie = { httpOnly: true, sameSite: "strict", signed: true, overwrite: true } as const;

/**
 * Protects forms outside a sign-in against cross-site request forgery. Browsers do not send the
 * cookie with another site's form, and the field is derived from the cookie with the server's
 * secret.
 */
export function csrfTokens(secret: string, issuer: string) {
  const name = cookieName("uola_idp_f", { issuer, everywhere: true });
  const key = Buffer.from(hkdfSync("sha256", secret, "", "uola identity forms", 32));
  const fieldOf = (value: string) => createHmac("sha256", key).update(value).digest();

  return {
    give(ctx: Context): { value: string } {
      const held = ctx.cookies.get(name, cookie);
      const value = held ?? randomBytes(24).toString("base64url");
      if (!held) ctx.cookies.set(name, value, cookie);
      return { value: fieldOf(value).toString("base64url") };
    },

    fits(ctx: Context, field: string): boolean {
      const held = ctx.cookies.get(name, cookie);
      const provided = Buffer.from(field, "base64url");
      return held !== undefined && provided.length === 32 && timingSafeEqual(provided, fieldOf(held));
    },
  };
}
