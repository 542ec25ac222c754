import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { createKeyring, type KeyStore } from "./keyring.ts";

/** What a token of ours says. It is signed, not secret: nothing in it is news to its holder. */
const Claims = z.object({
  /** `visit`: who asked for a sign-in, carried through the browser. `preview`: drafts may be seen on the site. */
  use: z.enum(["access", "refresh", "visit", "preview"]),
  site: z.string(),
  kind: z.enum(["visitor", "member"]),
  /** The visitor's or member's id. */
  subject: z.string(),
  /** The visitor a member was before signing in. */
  visitor: z.string().optional(),
  /** The public client it was given to. */
  client: z.string().optional(),
  /** The member's stay it belongs to. */
  session: z.string().optional(),
  /** Of a refresh token: how many of its stay came before it. */
  number: z.int().optional(),
  /** Seconds since 1970. */
  exp: z.number(),
});
export type Claims = z.infer<typeof Claims>;

export type TokenSigner = {
  sign(claims: Omit<Claims, "site">): Promise<string>;
  /** The claims of a token of this site that is genuine, for this use and not expired. */
  verify(token: string, use: Claims["use"]): Promise<Claims | undefined>;
};

const settingName = "token_key";
const verifiedTokensMax = 20_000;
const form = /^[\w-]{1,1500}\.[\w-]{43}$/;

/** Whether a text has the form of a token of ours, genuine or not. */
export const looksLikeToken = (text: string): boolean => form.test(text);

/** Signs tokens with one key of the site and accepts every one that is not retired, so that keys can be changed in use. */
export function createTokenSigner(store: KeyStore): TokenSigner {
  const { siteId, now } = store;
  const ring = createKeyring(store, settingName);
  const verified = new Map<string, Claims>();

  async function check(token: string): Promise<Claims | undefined> {
    if (!looksLikeToken(token)) return undefined;
    const [body = "", signature = ""] = token.split(".");
    const provided = Buffer.from(signature, "base64url");
    const genuine = (await ring.all()).some((key) => timingSafeEqual(mac(key, body), provided));
    if (!genuine) return undefined;
    const claims = Claims.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
    return claims.site === siteId ? claims : undefined;
  }

  return {
    async sign(claims) {
      const body = Buffer.from(JSON.stringify({ ...claims, site: siteId })).toString("base64url");
      return `${body}.${mac(await ring.signing(), body).toString("base64url")}`;
    },
    async verify(token, use) {
      let claims = verified.get(token);
      if (!claims) {
        claims = await check(token);
        if (claims) verified.set(token, claims);
        if (verified.size > verifiedTokensMax) verified.clear();
      }
      return claims && claims.use === use && claims.exp * 1000 > now().getTime() ? claims : undefined;
    },
  };
}

const mac = (key: KeyObject, text: string) => createHmac("sha256", key).update(text).digest();
