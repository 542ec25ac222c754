import type { Role } from "@uola/contract";
import type { Database } from "@uola/database";
import { sha256 } from "./one-time-secrets.ts";
import { type Claims, looksLikeToken, type TokenSigner } from "./token-signer.ts";
import { ttlCache } from "./ttl-cache.ts";

/** The caller of an operation. Members keep the visitor id they had before signing in. */
export type Caller = {
  role: Role;
  /** The id of the member, visitor or API key, depending on `kind`. */
  id: string;
  kind: "visitor" | "member" | "apiKey";
  visitorId?: string;
  memberId?: string;
  appId?: string;
  /** The booking whose link was used. The caller may access only this booking. */
  bookingId?: string;
  /** The public client that the token was issued to. */
  clientId?: string;
  /**
   * The language of the pages that the client program shows, such as `en`; set only if the program
   * sends one.
   */
  language?: string;
  /** The member's login session. */
  sessionId?: string;
  /** Restrictions of an API key; without them the key has full access. */
  limits?: KeyLimits;
};

/** Restrictions of an API key: read-only, or only some groups of the contract. */
export type KeyLimits = { readOnly: boolean; features: readonly string[] | undefined };

export type CallerResolver = {
  /** Returns the caller for an `Authorization` header; undefined if the header is invalid. */
  callerOf(authorization: string): Promise<Caller | undefined>;
  /**
   * Removes the cache entry of a login session that ended; without an id, the entries of all
   * sessions and keys.
   */
  forget(sessionId?: string): void;
};

// A revoked key, an ended session or a changed role takes effect in every process after at most
// this time.
const cacheMs = 60_000;
/** The precision of the date on which a key was last used. */
const keyUseIntervalMs = 60_000;
const keyLengthMax = 1000;

/**
 * Resolves `Authorization` headers: an access token, an API key, or `<access token>,<API key>`,
 * with or without the prefix `Bearer`.
 */
export function createCallerResolver(
  db: Database,
  siteId: string,
  tokenSigner: TokenSigner,
  now: () => Date,
): CallerResolver {
  const sessions = ttlCache(readSession, { ttlMs: cacheMs });
  const keys = ttlCache(readKey, { ttlMs: cacheMs });

  /** Returns the account and its role if the session is open and the account is active. */
  function readSession(sessionId: string): Promise<{ id: string; role: string } | undefined> {
    return db
      .selectFrom("memberSession")
      .innerJoin("account", (join) =>
        join.onRef("account.siteId", "=", "memberSession.siteId").onRef("account.id", "=", "memberSession.accountId"),
      )
      .select(["account.id", "account.role"])
      .where("memberSession.siteId", "=", siteId)
      .where("memberSession.id", "=", sessionId)
      .where("memberSession.endedDate", "is", null)
      .where("memberSession.expiresDate", ">", now())
      .where("account.status", "=", "ACTIVE")
      .executeTakeFirst();
  }

  async function readKey(hash: string) {
    const row = await db
      .selectFrom("apiKey")
      .select(["id", "readOnly", "features", "expiresDate", "usedDate"])
      .where("siteId", "=", siteId)
      .where("keyHash", "=", Buffer.from(hash, "base64"))
      .where("revokedDate", "is", null)
      .executeTakeFirst();
    if (row && !hasEnded(row)) await recordUse(row.id);
    return row;
  }

  const hasEnded = ({ expiresDate }: { expiresDate: Date | null }) => expiresDate !== null && expiresDate <= now();

  /** Records the use of a key, at most once a minute across all processes. */
  async function recordUse(id: string): Promise<void> {
    const before = new Date(now().getTime() - keyUseIntervalMs);
    await db
      .updateTable("apiKey")
      .set({ usedDate: now() })
      .where("siteId", "=", siteId)
      .where("id", "=", id)
      .where((is) => is.or([is("usedDate", "is", null), is("usedDate", "<", before)]))
      .execute();
  }

  async function byToken(token: string): Promise<Caller | undefined> {
    const claims = await tokenSigner.verify(token, "access");
    if (claims?.kind === "visitor") return visitor(claims);
    if (!claims?.session) return undefined;
    const { subject, session, visitor: visitorId, client } = claims;
    const account = await sessions.get(session);
    if (account?.id !== subject) return undefined;
    const role = account.role as Caller["role"];
    const member: Caller = { role, id: subject, kind: "member", memberId: subject, sessionId: session };
    if (client) member.clientId = client;
    return visitorId ? { ...member, visitorId } : member;
  }

  async function byKey(key: string): Promise<Caller | undefined> {
    if (key.length > keyLengthMax) return undefined;
    const stored = await keys.get(sha256(key).toString("base64"));
    if (!stored || hasEnded(stored)) return undefined;
    const { id, readOnly, features } = stored;
    const caller: Caller = { role: "owner", id, kind: "apiKey", appId: id };
    return readOnly || features ? { ...caller, limits: { readOnly, features: features ?? undefined } } : caller;
  }

  return {
    async callerOf(authorization) {
      const credential = authorization.replace(/^Bearer +/i, "").trim();
      if (looksLikeToken(credential)) return byToken(credential);
      const comma = credential.indexOf(",");
      if (comma < 0) return byKey(credential);
      const [visitor, app] = await Promise.all([
        byToken(credential.slice(0, comma).trim()),
        byKey(credential.slice(comma + 1).trim()),
      ]);
      return app && visitor ? { ...app, ...(visitor.visitorId && { visitorId: visitor.visitorId }) } : undefined;
    },
    forget(sessionId) {
      sessions.forget(sessionId);
      if (sessionId === undefined) keys.forget();
    },
  };
}

const visitor = ({ subject, client }: Claims): Caller => ({
  role: "visitor",
  id: subject,
  kind: "visitor",
  visitorId: subject,
  ...(client && { clientId: client }),
});
