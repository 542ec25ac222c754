import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { createKeyring, type KeyStore } from "./keyring.ts";

/** Claims of the platform's tokens. They are signed but not encrypted, so the holder can read them. */
const Claims = z.object({
  /**
   * `visit`: a sign-in request that is passed through the browser. `cart`: the cart of another
   * app's visitor that is being transferred to the site. `preview`: shows drafts on the site.
   */
  use: z.enum(["access", "refresh", "visit", "cart", "preview"]),
  site: z.string(),
  kind: z.enum(["visitor", "member"]),
  /** Id of the visitor or member. */
  subject: z.string(),
  /** The visitor id that a member had before signing in. */
  visitor: z.string().optional(),
  /** The public client that the token was issued to. */
  client: z.string().optional(),
  /** The member's login session. */
  session: z.string().optional(),
  /** Refresh tokens only: the number of earlier refresh tokens in the session. */
  number: z.int().optional(),
  /** Unix time in seconds. */
  exp: z.number(),
});
export type Claims = z.infer<typeof Claims>;

export type TokenSigner = {
  sign(claims: Omit<Claims, "site">): Promise<string>;
  /** Returns the claims of a valid, unexpired token of this site for this use, otherwise undefined. */
  verify(token: string, use: Claims["use"]): Promise<Claims | undefined>;
};

const settingName = "token_key";
const verifiedTokensMax = 20_000;
const form = /^[\w-]{1,1500}\.[\w-]{43}$/;

/** Whether the text has the form of a platform token. The signature is not checked. */
export const looksLikeToken = (text: string): boolean => form.test(text);

/**
 * Signs with one key of the site and accepts every key that is not retired, so that keys can be
 * rotated.
 */
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
