import { randomBytes } from "node:crypto";
import type { Context } from "koa";
import { cookieName } from "./cookies.ts";

const days = 90;

/** A mark that only this browser has. It opens nothing: guesses of strangers do not hold up who has signed in with it before. */
export function browserMark(issuer: string) {
  const name = cookieName("uola_idp_b", { issuer, everywhere: true });
  const cookie = { httpOnly: true, sameSite: "lax", signed: false, overwrite: true } as const;
  const of = (ctx: Context): string | undefined => {
    const mark = ctx.cookies.get(name, cookie);
    return mark && /^[\w-]{43}$/.test(mark) ? mark : undefined;
  };
  return {
    of,
    /** The mark, given or prolonged, once somebody has signed in. */
    give(ctx: Context): string {
      const mark = of(ctx) ?? randomBytes(32).toString("base64url");
      ctx.cookies.set(name, mark, { ...cookie, maxAge: days * 86_400_000 });
      return mark;
    },
  };
}
