import type { contract, Input } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import {
  type AnonymousCall,
  type BackgroundTask,
  type CallOrigin,
  type Claims,
  type Context,
  type Handlers,
  Refusal,
  sweepSecrets,
  transact,
  ttlCache,
  useSecret,
  Violation,
} from "@uola/kernel";
import type { SessionToken, SignInCode } from "./authorize.ts";
import { requireOwnPage, unknownClient } from "./clients.ts";
import { redirects } from "./redirects.ts";
import { coarseNetwork, lifetimes, matchesChallenge, sessionExpiry } from "./rules.ts";
import * as store from "./store.ts";

export { authorizePages, type SessionToken } from "./authorize.ts";
export { isPageOfClient } from "./clients.ts";
export { platformClient } from "./identity-client.ts";
export { logout, logoutPages } from "./logout.ts";

type TokenInput = Input<typeof contract.tokens.token>;
type Person = Pick<Claims, "kind" | "subject" | "visitor" | "client" | "session">;

type NewSession = {
  id: string;
  memberId: string;
  visitorId: string | undefined;
  identitySession: string | undefined;
  provedTime: number | undefined;
  client: string | undefined;
  from: CallOrigin;
};
type StartedSession = { person: Person; until: Date };

// Clients are cached, because every visit begins with a token request and clients rarely change.
const clientCacheMs = 5000;

/** Handlers for the token endpoint and for the platform pages that an app redirects people to. */
export function tokens(context: Context): Handlers<typeof contract.tokens> {
  const { db, siteId, tokenSigner, now, log } = context;

  /**
   * Issues an access token. Keeps the given `refreshToken`, or creates a new refresh token with the
   * given `number` in its session.
   */
  async function tokensFor(
    person: Person,
    { refreshToken, number, until }: { refreshToken?: string; number?: number; until?: Date } = {},
  ) {
    const nowSeconds = Math.floor(now().getTime() / 1000);
    const untilSeconds = until ? Math.floor(until.getTime() / 1000) : nowSeconds + lifetimes.visitorRefreshSeconds;
    const lasts = Math.min(lifetimes.accessSeconds, untilSeconds - nowSeconds);
    const claims = { ...person, use: "refresh", exp: untilSeconds, ...(number !== undefined && { number }) } as const;
    return {
      access_token: await tokenSigner.sign({ ...person, use: "access", exp: nowSeconds + lasts }),
      expires_in: lasts,
      refresh_token: refreshToken ?? (await tokenSigner.sign(claims)),
      token_type: "Bearer" as const,
    };
  }

  const clients = ttlCache((id: string) => store.findClient(context, id), { ttlMs: clientCacheMs });
  async function knownClient(id: string | null | undefined) {
    const client = id ? await clients.get(id) : undefined;
    if (!client) throw unknownClient();
    return client;
  }

  const grants: Record<
    TokenInput["grantType"],
    (input: TokenInput, call: AnonymousCall) => ReturnType<typeof tokensFor>
  > = {
    anonymous: async ({ clientId }) => {
      const { id } = await knownClient(clientId);
      return tokensFor({ kind: "visitor", subject: newId(), client: id });
    },

    refresh_token: async ({ refreshToken, clientId }) => {
      const claims = refreshToken ? await tokenSigner.verify(refreshToken, "refresh") : undefined;
      if (!refreshToken || !claims) throw invalidGrant("The refresh token is not valid.");
      if (clientId && clientId !== claims.client) throw invalidGrant("The refresh token is another client's.");
      const { kind, subject, visitor, client, session } = claims;
      const person: Person = { kind, subject, visitor, client, session };
      if (kind === "visitor") return tokensFor(person, { refreshToken });
      const active = session ? await store.findSession(context, session, now()) : undefined;
      if (active?.accountId !== subject) throw invalidGrant("The stay has ended.");
      const at = now();
      const { expires, until } = sessionExpiry(active.role, active.createdDate, at);
      if (expires <= at) throw invalidGrant("The stay has ended.");
      if (active.rotates)
        return tokensFor(person, { number: await nextNumber(active, claims.number ?? 0, { at, expires }), until });
      if (!active.usedDate || at.getTime() - active.usedDate.getTime() > lifetimes.usedWithinMs) {
        await store.touchSession(context, active.id, { at, expires, usedWithinMs: lifetimes.usedWithinMs });
      }
      return tokensFor(person, { refreshToken, until });
    },

    authorization_code: async (input, { from }) => {
      const { id: client } = await knownClient(input.clientId);
      // Uses one transaction, so that a second use of the code finds the session that it has to
      // end.
      const session = await transact(context, (tx) => redeem(tx, client, input, from));
      if ("refused" in session) throw invalidGrant(session.refused);
      if ("ended" in session) {
        context.callerResolver.forget(session.ended);
        throw invalidGrant("The code was used before.");
      }
      return tokensFor(session.person, session);
    },

    authorized_client: async ({ memberId, sessionToken }, { caller, from }) => {
      if (caller?.kind !== "apiKey") throw new Refusal("UNAUTHENTICATED", "A visitor token and a key are needed.", 401);
      // This grant can act as any member, so it requires a key with all permissions.
      if (caller.limits) throw new Refusal("PERMISSION_DENIED", "This grant needs a key that may do everything.", 403);
      const session = { id: newId(), visitorId: caller.visitorId, client: undefined, from };
      if (sessionToken) {
        const place = { siteId, purpose: "session_token" } as const;
        const used = await useSecret<SessionToken>(db, place, sessionToken, now());
        if (!used || used.again) throw invalidGrant("The session token is not valid.");
        if (memberId && memberId !== used.payload.memberId)
          throw invalidGrant("The session token is another person's.");
        return startedTokens({ ...session, identitySession: undefined, provedTime: undefined, ...used.payload });
      }
      if (!memberId) throw new Violation([{ field: "memberId", description: "is needed for this grant" }]);
      return startedTokens({ ...session, memberId, identitySession: undefined, provedTime: undefined });
    },
  };

  /**
   * Returns the number of the session's next refresh token. A token that was replaced more than a
   * minute ago has been stolen, either by this caller or from this caller, so the session ends.
   * Errors: INVALID_GRANT.
   */
  async function nextNumber(
    { id, refreshNumber, refreshedDate }: store.ActiveSession,
    shown: number,
    use: { at: Date; expires: Date },
  ): Promise<number> {
    const isNew = refreshedDate !== null && use.at.getTime() - refreshedDate.getTime() <= lifetimes.replacedMs;
    // Tabs that renew within a minute get the same token.
    if (isNew && (shown === refreshNumber || shown === refreshNumber - 1)) return refreshNumber;
    if (shown === refreshNumber) {
      await store.replaceRefresh(context, id, shown, use);
      return shown + 1;
    }
    await store.endSession(context, id, use.at);
    context.callerResolver.forget(id);
    log.warn(
      { sessionId: id, shown, current: refreshNumber },
      "a replaced refresh token was used: its session has ended",
    );
    throw invalidGrant("The refresh token was used before.");
  }

  /** Starts the session of a sign-in code. The code is consumed even if it is rejected. */
  async function redeem(
    tx: Database,
    client: string,
    { code, codeVerifier, redirectUri }: TokenInput,
    from: CallOrigin,
  ): Promise<StartedSession | { refused: string } | { ended: string }> {
    const place = { siteId, purpose: "sign_in_code" } as const;
    const used = code ? await useSecret<SignInCode>(tx, place, code, now()) : undefined;
    if (!used) return { refused: "The code is not valid." };
    const { memberId, visitorId, identitySession, provedTime, session, ...request } = used.payload;
    if (used.again) {
      // One of the two holders stole the code, and it is impossible to determine which of them, so
      // the session of the code ends.
      await store.endSession({ db: tx, siteId }, session, now());
      return { ended: session };
    }
    if (request.clientId !== client) return { refused: "The code is another client's." };
    if ((request.redirectUri ?? "") !== (redirectUri ?? "")) return { refused: "The code was sent elsewhere." };
    if (!matchesChallenge(codeVerifier ?? "", request.codeChallenge)) return { refused: "The verifier does not fit." };
    return startSession(tx, { id: session, memberId, visitorId, identitySession, provedTime, client, from });
  }

  async function startedTokens(input: NewSession) {
    const session = await startSession(db, input);
    if ("refused" in session) throw invalidGrant(session.refused);
    return tokensFor(session.person, session);
  }

  async function startSession(on: Database, input: NewSession): Promise<StartedSession | { refused: string }> {
    const { id, memberId, visitorId, identitySession, provedTime, client, from } = input;
    const role = await store.activeRole({ db: on, siteId }, memberId);
    if (role === undefined) return { refused: "This person cannot sign in." };
    const createdDate = now();
    const { expires, until } = sessionExpiry(role, createdDate, createdDate);
    const session = {
      id,
      accountId: memberId,
      clientId: client ?? null,
      createdDate,
      expiresDate: expires,
      usedDate: createdDate,
      device: from.userAgent ?? null,
      network: coarseNetwork(from.network),
      identitySession: identitySession ?? null,
      provedDate: provedTime ? new Date(provedTime) : null,
    };
    await store.startSession({ db: on, siteId }, session);
    return { person: { kind: "member", subject: memberId, visitor: visitorId, client, session: id }, until };
  }

  return {
    token: (input, call) => grants[input.grantType](input, call),

    createRedirectSession: redirects(context),
    returnPage: async (page) => ({ returnTo: await requireOwnPage(context, page) }),
  };
}

export const tokenCleanupTask = ({ db, siteId, now }: Context): BackgroundTask => ({
  name: "tokens: delete expired secrets",
  everyMs: 10 * 60_000,
  oneProcessAtATime: true,
  async run() {
    await sweepSecrets(db, siteId, now());
  },
});

const invalidGrant = (message: string) => new Refusal("INVALID_GRANT", message, 400);
