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
import { ownPage, unknownClient } from "./clients.ts";
import { redirects } from "./redirects.ts";
import { fitsChallenge, lifetimes, shortened, stayEnds } from "./rules.ts";
import * as store from "./store.ts";

export { authorizePages, type SessionToken } from "./authorize.ts";
export { isPageOfClient } from "./clients.ts";
export { platformClient } from "./identity-client.ts";
export { logout, logoutPages } from "./logout.ts";

type Wish = Input<typeof contract.tokens.token>;
type Person = Pick<Claims, "kind" | "subject" | "visitor" | "client" | "session">;

type Beginning = {
  id: string;
  memberId: string;
  visitorId: string | undefined;
  identitySession: string | undefined;
  provedTime: number | undefined;
  client: string | undefined;
  from: CallOrigin;
};
type Begun = { person: Person; until: Date };

// Every visit begins with a token, and clients hardly ever change.
const clientKnownForMs = 5000;

/** Tokens for visitors and members, and the addresses that sign a person in or out. */
export function tokens(context: Context): Handlers<typeof contract.tokens> {
  const { db, siteId, tokenSigner, now, log } = context;

  /** `refreshToken` goes on; without one a new one is made, the one of that `number` of its stay. */
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

  const known = ttlCache((id: string) => store.findClient(context, id), { ttlMs: clientKnownForMs });
  async function knownClient(id: string | null | undefined) {
    const client = id ? await known.get(id) : undefined;
    if (!client) throw unknownClient();
    return client;
  }

  const grants: Record<Wish["grantType"], (wish: Wish, call: AnonymousCall) => ReturnType<typeof tokensFor>> = {
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
      const stay = session ? await store.findStay(context, session, now()) : undefined;
      if (stay?.accountId !== subject) throw invalidGrant("The stay has ended.");
      const at = now();
      const { expires, until } = stayEnds(stay.role, stay.createdDate, at);
      if (expires <= at) throw invalidGrant("The stay has ended.");
      if (stay.rotates)
        return tokensFor(person, { number: await nextNumber(stay, claims.number ?? 0, { at, expires }), until });
      if (!stay.usedDate || at.getTime() - stay.usedDate.getTime() > lifetimes.usedWithinMs) {
        await store.touchStay(context, stay.id, { at, expires, usedWithinMs: lifetimes.usedWithinMs });
      }
      return tokensFor(person, { refreshToken, until });
    },

    authorization_code: async (wish, { from }) => {
      const { id: client } = await knownClient(wish.clientId);
      // Together, so that a second use finds the stay there that it has to end.
      const stay = await transact(context, (tx) => redeem(tx, client, wish, from));
      if ("refused" in stay) throw invalidGrant(stay.refused);
      if ("ended" in stay) {
        context.callerResolver.forget(stay.ended);
        throw invalidGrant("The code was used before.");
      }
      return tokensFor(stay.person, stay);
    },

    authorized_client: async ({ memberId, sessionToken }, { caller, from }) => {
      if (caller?.kind !== "apiKey") throw new Refusal("UNAUTHENTICATED", "A visitor token and a key are needed.", 401);
      // Whoever acts as anybody may do everything.
      if (caller.limits) throw new Refusal("PERMISSION_DENIED", "This grant needs a key that may do everything.", 403);
      const stay = { id: newId(), visitorId: caller.visitorId, client: undefined, from };
      if (sessionToken) {
        const place = { siteId, purpose: "session_token" } as const;
        const used = await useSecret<SessionToken>(db, place, sessionToken, now());
        if (!used || used.again) throw invalidGrant("The session token is not valid.");
        if (memberId && memberId !== used.payload.memberId)
          throw invalidGrant("The session token is another person's.");
        return begun({ ...stay, identitySession: undefined, provedTime: undefined, ...used.payload });
      }
      if (!memberId) throw new Violation([{ field: "memberId", description: "is needed for this grant" }]);
      return begun({ ...stay, memberId, identitySession: undefined, provedTime: undefined });
    },
  };

  /** The refresh token a stay goes on with. Who shows one that was replaced a while ago is a thief, or was robbed: the stay ends. */
  async function nextNumber(
    { id, refreshNumber, refreshedDate }: store.Running,
    shown: number,
    use: { at: Date; expires: Date },
  ): Promise<number> {
    const isNew = refreshedDate !== null && use.at.getTime() - refreshedDate.getTime() <= lifetimes.replacedMs;
    // Tabs that ask within the minute get the same one.
    if (isNew && (shown === refreshNumber || shown === refreshNumber - 1)) return refreshNumber;
    if (shown === refreshNumber) {
      await store.replaceRefresh(context, id, shown, use);
      return shown + 1;
    }
    await store.endStay(context, id, use.at);
    context.callerResolver.forget(id);
    log.warn({ stay: id, shown, current: refreshNumber }, "a replaced refresh token was shown: its stay has ended");
    throw invalidGrant("The refresh token was used before.");
  }

  /** Uses a sign-in code up, whatever comes of it. */
  async function redeem(
    tx: Database,
    client: string,
    { code, codeVerifier, redirectUri }: Wish,
    from: CallOrigin,
  ): Promise<Begun | { refused: string } | { ended: string }> {
    const place = { siteId, purpose: "sign_in_code" } as const;
    const used = code ? await useSecret<SignInCode>(tx, place, code, now()) : undefined;
    if (!used) return { refused: "The code is not valid." };
    const { memberId, visitorId, identitySession, provedTime, session, ...began } = used.payload;
    if (used.again) {
      // Two holders of one code: neither can be told from the thief, so the stay it began ends.
      await store.endStay({ db: tx, siteId }, session, now());
      return { ended: session };
    }
    if (began.clientId !== client) return { refused: "The code is another client's." };
    if ((began.redirectUri ?? "") !== (redirectUri ?? "")) return { refused: "The code was sent elsewhere." };
    if (!fitsChallenge(codeVerifier ?? "", began.codeChallenge)) return { refused: "The verifier does not fit." };
    return beginStay(tx, { id: session, memberId, visitorId, identitySession, provedTime, client, from });
  }

  async function begun(wish: Beginning) {
    const stay = await beginStay(db, wish);
    if ("refused" in stay) throw invalidGrant(stay.refused);
    return tokensFor(stay.person, stay);
  }

  async function beginStay(on: Database, wish: Beginning): Promise<Begun | { refused: string }> {
    const { id, memberId, visitorId, identitySession, provedTime, client, from } = wish;
    const role = await store.activeRole({ db: on, siteId }, memberId);
    if (role === undefined) return { refused: "This person cannot sign in." };
    const createdDate = now();
    const { expires, until } = stayEnds(role, createdDate, createdDate);
    const stay = {
      id,
      accountId: memberId,
      clientId: client ?? null,
      createdDate,
      expiresDate: expires,
      usedDate: createdDate,
      device: from.userAgent ?? null,
      network: shortened(from.network),
      identitySession: identitySession ?? null,
      provedDate: provedTime ? new Date(provedTime) : null,
    };
    await store.beginStay({ db: on, siteId }, stay);
    return { person: { kind: "member", subject: memberId, visitor: visitorId, client, session: id }, until };
  }

  return {
    token: (wish, call) => grants[wish.grantType](wish, call),

    createRedirectSession: redirects(context),
    returnPage: async (page) => ({ returnTo: await ownPage(context, page) }),
  };
}

/** Deletes secrets that have expired. */
export const tokenCleanupTask = ({ db, siteId, now }: Context): BackgroundTask => ({
  name: "tokens: delete expired secrets",
  everyMs: 10 * 60_000,
  takesTurns: true,
  async run() {
    await sweepSecrets(db, siteId, now());
  },
});

const invalidGrant = (message: string) => new Refusal("INVALID_GRANT", message, 400);
