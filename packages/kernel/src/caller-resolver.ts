import type { Access } from "@uola/contract";
import type { Database } from "@uola/database";
import { sha256 } from "./one-time-secrets.ts";
import { type Claims, looksLikeToken, type TokenSigner } from "./token-signer.ts";
import { ttlCache } from "./ttl-cache.ts";

/** Who is calling. A member keeps the visitor id they had before signing in. */
export type Caller = {
  role: Exclude<Access, "anyone">;
  /** The member's, visitor's or key's id, whichever `kind` names. */
  id: string;
  kind: "visitor" | "member" | "apiKey";
  visitorId?: string;
  memberId?: string;
  appId?: string;
  /** The booking whose mail they have: it is their own, and nothing else is. */
  bookingId?: string;
  /** The public client whose token it is. */
  clientId?: string;
  /** The language of the pages the program shows them, such as `en`; only where the program says so. */
  language?: string;
  /** The member's stay. */
  sessionId?: string;
  /** What a key may not; a key without them may do everything. */
  limits?: KeyLimits;
};

/** A key that only reads, or of some groups of the contract only. */
export type KeyLimits = { readOnly: boolean; features: readonly string[] | undefined };

export type CallerResolver = {
  /** Who an `Authorization` header stands for; undefined when it stands for nobody. */
  callerOf(authorization: string): Promise<Caller | undefined>;
  /** Forget what is known of a member's stay, because it has just ended; without one, of every stay and key. */
  forget(sessionId?: string): void;
};

// What is revoked, ended or changed in role takes effect at the latest after this time, in every process.
const cacheMs = 60_000;
/** How exactly it is known when a key was last used. */
const keyUseIntervalMs = 60_000;
const keyLengthMax = 1000;

/** Tells callers from their header: an access token, an API key, or `<access token>,<API key>`; `Bearer ` may stand before. */
export function createCallerResolver(
  db: Database,
  siteId: string,
  tokenSigner: TokenSigner,
  now: () => Date,
): CallerResolver {
  const sessions = ttlCache(readSession, { ttlMs: cacheMs });
  const keys = ttlCache(readKey, { ttlMs: cacheMs });

  /** Whose stay it is and their role, while the stay goes on and the account is active. */
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

  /** Not again within a minute, however many processes are asked. */
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
