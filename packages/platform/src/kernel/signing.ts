import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "@uola/database";
import { z } from "zod";

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

export type Signer = {
  sign(claims: Omit<Claims, "site">): Promise<string>;
  /** The claims of a token of this site that is genuine, for this use and not expired. */
  verify(token: string, use: Claims["use"]): Promise<Claims | undefined>;
};

const settingName = "token_key";
const keysLastMs = 60_000;
const verifiedMax = 20_000;
const form = /^[\w-]{1,1500}\.[\w-]{43}$/;

/** Whether a text has the form of a token of ours, genuine or not. */
export const looksLikeToken = (text: string): boolean => form.test(text);

/** Signs tokens with the first key of the site and accepts every one of them, so that keys can be changed in use. */
export function createSigner(db: Database, siteId: string, now: () => Date): Signer {
  let keys: { keys: Promise<KeyObject[]>; until: number } | undefined;
  const verified = new Map<string, Claims>();

  function currentKeys(): Promise<KeyObject[]> {
    const at = performance.now();
    if (!keys || keys.until < at) {
      const loaded = loadKeys(db, siteId, now());
      keys = { keys: loaded, until: at + keysLastMs };
      loaded.catch(() => {
        keys = undefined;
      });
    }
    return keys.keys;
  }

  async function check(token: string): Promise<Claims | undefined> {
    if (!looksLikeToken(token)) return undefined;
    const [body = "", signature = ""] = token.split(".");
    const given = Buffer.from(signature, "base64url");
    const genuine = (await currentKeys()).some((key) => timingSafeEqual(mac(key, body), given));
    if (!genuine) return undefined;
    const claims = Claims.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
    return claims.site === siteId ? claims : undefined;
  }

  return {
    async sign(claims) {
      const body = Buffer.from(JSON.stringify({ ...claims, site: siteId })).toString("base64url");
      const [key] = await currentKeys();
      return `${body}.${mac(key as KeyObject, body).toString("base64url")}`;
    },
    async verify(token, use) {
      let claims = verified.get(token);
      if (!claims) {
        claims = await check(token);
        if (claims) verified.set(token, claims);
        if (verified.size > verifiedMax) verified.clear();
      }
      return claims && claims.use === use && claims.exp * 1000 > now().getTime() ? claims : undefined;
    },
  };
}

const mac = (key: KeyObject, text: string) => createHmac("sha256", key).update(text).digest();

async function loadKeys(db: Database, siteId: string, at: Date): Promise<KeyObject[]> {
  const read = () =>
    db
      .selectFrom("setting")
      .select("value")
      .where("siteId", "=", siteId)
      .where("name", "=", settingName)
      .executeTakeFirst();
  let row = await read();
  if (!row) {
    // Of several processes that start at once, one writes the key and all read it.
    const value = JSON.stringify({ keys: [randomBytes(32).toString("base64url")] });
    await db
      .insertInto("setting")
      .values({ siteId, name: settingName, value, updatedDate: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await read();
  }
  const { keys } = z.object({ keys: z.array(z.string().min(43)).min(1) }).parse(row?.value);
  // As bytes they would be made into a key again for every signature, which takes five times as long as signing.
  return keys.map((key) => createSecretKey(key, "base64url"));
}
