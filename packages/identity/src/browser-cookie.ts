import { randomBytes } from "node:crypto";
import type { Context } from "koa";
import { cookieName } from "./cookies.ts";

const days = 90;

/**
 * Manages a cookie with an id that is unique to this browser. It grants no access. It only prevents
 * other people's failed guesses from locking out a person who has signed in with this browser
 * before.
 */
export function browserCookie(issuer: string) {
  const name = cookieName("uola_idp_b", { issuer, everywhere: true });
  const cookie = { httpOnly: true, sameSite: "lax", signed: false, overwrite: true } as const;
  const of = (ctx: Context): string | undefined => {
    const id = ctx.cookies.get(name, cookie);
    return id && /^[\w-]{43}$/.test(id) ? id : undefined;
  };
  return {
    of,
    /**
     * Returns the id of this browser. Creates the cookie after the first sign-in and extends its
     * lifetime after later ones.
     */
    issue(ctx: Context): string {
      const id = of(ctx) ?? randomBytes(32).toString("base64url");
      ctx.cookies.set(name, id, { ...cookie, maxAge: days * 86_400_000 });
      return id;
    },
  };
}
