import type { contract, Input } from "@uola/contract";
import { newId } from "@uola/database";
import type { Context, Work } from "../../kernel/context.ts";
import { Refusal, Violation } from "../../kernel/errors.ts";
import { recent } from "../../kernel/recent.ts";
import { sweepSecrets, useSecret } from "../../kernel/secrets.ts";
import type { From, Handlers, OpenCall } from "../../kernel/serve.ts";
import type { Claims } from "../../kernel/signing.ts";
import type { SessionToken, SignInCode } from "./authorize.ts";
import { unknownClient } from "./clients.ts";
import { redirects } from "./redirects.ts";
import { fitsChallenge, lifetimes, shortened } from "./rules.ts";
import * as store from "./store.ts";

export { authorizePages, type SessionToken } from "./authorize.ts";
export { isPageOfClient } from "./clients.ts";
export { platformClient } from "./identity.ts";
export { logout, logoutPages } from "./logout.ts";

type Wish = Input<typeof contract.tokens.token>;
type Person = Pick<Claims, "kind" | "subject" | "visitor" | "client" | "session">;

// Every visit begins with a token, and clients hardly ever change.
const clientKnownForMs = 5000;

/** Tokens for visitors and members, and the addresses that sign a person in or out. */
export function tokens(context: Context): Handlers<typeof contract.tokens> {
  const { db, siteId, signer, now } = context;

  async function tokensFor(person: Person, { refreshToken, until }: { refreshToken?: string; until?: Date } = {}) {
    const nowSeconds = Math.floor(now().getTime() / 1000);
    const untilSeconds = until ? Math.floor(until.getTime() / 1000) : nowSeconds + lifetimes.visitorRefreshSeconds;
    const lasts = Math.min(lifetimes.accessSeconds, untilSeconds - nowSeconds);
    const refresh = refreshToken ?? (await signer.sign({ ...person, use: "refresh", exp: untilSeconds }));
    return {
      access_token: await signer.sign({ ...person, use: "access", exp: nowSeconds + lasts }),
      expires_in: lasts,
      refresh_token: refresh,
      token_type: "Bearer" as const,
    };
  }

  const known = recent((id: string) => store.findClient(context, id), { ttlMs: clientKnownForMs });
  async function knownClient(id: string | null | undefined) {
    const client = id ? await known.get(id) : undefined;
    if (!client) throw unknownClient();
    return client;
  }

  const grants: Record<Wish["grantType"], (wish: Wish, call: OpenCall) => ReturnType<typeof tokensFor>> = {
    anonymous: async ({ clientId }) => {
      const { id } = await knownClient(clientId);
      return tokensFor({ kind: "visitor", subject: newId(), client: id });
    },

    refresh_token: async ({ refreshToken, clientId }) => {
      const claims = refreshToken ? await signer.verify(refreshToken, "refresh") : undefined;
      if (!refreshToken || !claims) throw invalidGrant("The refresh token is not valid.");
      if (clientId && clientId !== claims.client) throw invalidGrant("The refresh token is another client's.");
      const { kind, subject, visitor, client, session } = claims;
      const person: Person = { kind, subject, visitor, client, session };
      if (kind === "visitor") return tokensFor(person, { refreshToken });
      const stay = session ? await store.findStay(context, session, now()) : undefined;
      if (stay?.accountId !== subject) throw invalidGrant("The stay has ended.");
      const at = now();
      if (!stay.usedDate || at.getTime() - stay.usedDate.getTime() > lifetimes.usedWithinMs) {
        await store.touchStay(context, stay.id, at, lifetimes.usedWithinMs);
      }
      return tokensFor(person, { refreshToken, until: stay.expiresDate });
    },

    authorization_code: async ({ clientId, code, codeVerifier, redirectUri }, { from }) => {
      const { id: client } = await knownClient(clientId);
      const place = { siteId, purpose: "sign_in_code" } as const;
      const used = code ? await useSecret<SignInCode>(db, place, code, now()) : undefined;
      if (!used) throw invalidGrant("The code is not valid.");
      const { memberId, visitorId, identitySession, provedTime, session, ...began } = used.payload;
      if (used.again) {
        // Two holders of one code: neither can be told from the thief, so the stay it began ends.
        await store.endStay(context, session, now());
        context.callers.forget(session);
        throw invalidGrant("The code was used before.");
      }
      if (began.clientId !== client) throw invalidGrant("The code is another client's.");
      if ((began.redirectUri ?? "") !== (redirectUri ?? "")) throw invalidGrant("The code was sent elsewhere.");
      if (!fitsChallenge(codeVerifier ?? "", began.codeChallenge)) throw invalidGrant("The verifier does not fit.");
      return beginStay({ id: session, memberId, visitorId, identitySession, provedTime, client, from });
    },

    authorized_client: async ({ memberId, sessionToken }, { caller, from }) => {
      if (caller?.kind !== "apiKey") throw new Refusal("UNAUTHENTICATED", "A visitor token and a key are needed.", 401);
      const stay = { id: newId(), visitorId: caller.visitorId, client: undefined, from };
      if (sessionToken) {
        const place = { siteId, purpose: "session_token" } as const;
        const used = await useSecret<SessionToken>(db, place, sessionToken, now());
        if (!used || used.again) throw invalidGrant("The session token is not valid.");
        if (memberId && memberId !== used.payload.memberId)
          throw invalidGrant("The session token is another person's.");
        return beginStay({ ...stay, identitySession: undefined, provedTime: undefined, ...used.payload });
      }
      if (!memberId) throw new Violation([{ field: "memberId", description: "is needed for this grant" }]);
      return beginStay({ ...stay, memberId, identitySession: undefined, provedTime: undefined });
    },
  };

  async function beginStay(wish: {
    id: string;
    memberId: string;
    visitorId: string | undefined;
    identitySession: string | undefined;
    provedTime: number | undefined;
    client: string | undefined;
    from: From;
  }) {
    const { id, memberId, visitorId, identitySession, provedTime, client, from } = wish;
    if (!(await store.isActive(context, memberId))) throw invalidGrant("This person cannot sign in.");
    const createdDate = now();
    const expiresDate = new Date(createdDate.getTime() + lifetimes.stayMs);
    await store.beginStay(context, {
      id,
      accountId: memberId,
      clientId: client ?? null,
      createdDate,
      expiresDate,
      usedDate: createdDate,
      device: from.userAgent ?? null,
      network: shortened(from.network),
      identitySession: identitySession ?? null,
      provedDate: provedTime ? new Date(provedTime) : null,
    });
    const person: Person = { kind: "member", subject: memberId, visitor: visitorId, client, session: id };
    return tokensFor(person, { until: expiresDate });
  }

  return {
    token: (wish, call) => grants[wish.grantType](wish, call),

    createRedirectSession: redirects(context),
  };
}

const sweepEveryMs = 10 * 60_000;

/** Forgets secrets that have expired, every ten minutes. */
export function tokensWork({ db, siteId, now, log }: Context): Work {
  let timer: NodeJS.Timeout | undefined;
  let sweep: Promise<unknown> = Promise.resolve();
  return {
    async start() {
      timer = setInterval(() => {
        sweep = sweepSecrets(db, siteId, now()).catch((error) => log.warn(error, "secrets not swept"));
      }, sweepEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await sweep;
    },
  };
}

const invalidGrant = (message: string) => new Refusal("INVALID_GRANT", message, 400);
