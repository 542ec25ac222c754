import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "koa";
import { cookieName } from "./cookies.ts";

/** What a form of ours carries back: a field that only who has the browser's cookie was given. */
export type FormProof = { value: string; action: string };

const cookie = { httpOnly: true, sameSite: "strict", signed: true, overwrite: true } as const;

/**
 * For forms outside of a sign-in, which have no cookie of their own yet: a cookie that no other site's page can make the
 * browser send, and a field made from it with the house's secret.
 */
export function formProofs(secret: string, issuer: string) {
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
      const given = Buffer.from(field, "base64url");
      return held !== undefined && given.length === 32 && timingSafeEqual(given, fieldOf(held));
    },
  };
}
