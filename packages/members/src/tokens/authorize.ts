import { AuthorizeRequest, Prompt } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Context, issueSecret, type PageHandlers, Refusal, transact, useSecret } from "@uola/kernel";
import { z } from "zod";
import { visitorSignedIn } from "../events.ts";
import { postMessagePage, redirect } from "./browser-responses.ts";
import { clientOf, invalidRedirectUri, type PageOf, requireOwnPage } from "./clients.ts";
import { type Failure, identitySignIn, platformClient, type SignedIn } from "./identity-client.ts";
import { lifetimes, originsOf, withResponse } from "./rules.ts";
import type { AppClient } from "./store.ts";

export const authorizePath = "/oauth2/authorize";
export const loginPath = "/oauth2/login";

/** The payload of a session token: a person who has just authenticated. */
export type SessionToken = {
  memberId: string;
  /**
   * The only client that may use the token. Missing if it was issued to a program that used the
   * owner's API key.
   */
  clientId?: string;
  visitorId?: string;
  /** Id of the session at the platform's own identity provider, if the person signed in there. */
  identitySession?: string;
  /** Authentication methods the person used (RFC 8176). */
  methods?: string[];
  /** When the person authenticated, in milliseconds since 1970. */
  provedTime?: number;
};
/** The payload of a sign-in code: the person, and the values the client has to present to redeem it. */
export type SignInCode = SessionToken & {
  clientId: string;
  redirectUri?: string;
  codeChallenge: string;
  /** The id of the session that is started when the code is redeemed. A second use ends that session. */
  session: string;
};

const Authorization = AuthorizeRequest.extend({
  prompt: Prompt.optional(),
  /**
   * A signed token of the visitor who started the sign-in. The visitor's holds and bookings become
   * the member's.
   */
  visit: z.string().max(1000).optional(),
});
type Authorization = z.infer<typeof Authorization>;

// OAuth parameter names of the fields of an authorization request.
const names = {
  clientId: "client_id",
  responseType: "response_type",
  redirectUri: "redirect_uri",
  scope: "scope",
  state: "state",
  responseMode: "response_mode",
  codeChallenge: "code_challenge",
  codeChallengeMethod: "code_challenge_method",
  sessionToken: "session_token",
  prompt: "prompt",
  visit: "visit",
} satisfies Record<keyof Authorization, string>;

/** Converts an authorization request to query parameters, omitting empty ones. */
export const toQuery = (request: Authorization) =>
  Object.fromEntries(
    Object.entries(request).flatMap(([field, value]) => (value ? [[names[field as keyof typeof names], value]] : [])),
  ) as Record<string, string>;

const fromQuery = (query: URLSearchParams) =>
  Authorization.safeParse(
    Object.fromEntries(Object.entries(names).map(([field, name]) => [field, query.get(name) ?? undefined])),
  );

/**
 * Pages that a browser opens, possibly in a hidden frame, to get an authorization code: immediately
 * with a session token, otherwise after signing in at the platform's own identity provider. The
 * response is sent in the query, in the fragment or as a message, and only to URLs of the client.
 * An unknown client or URL therefore gets an error page instead of a redirect.
 */
export function authorizePages(context: Context): PageHandlers {
  const { db, siteId, accounts, urls, now, tokenSigner, events } = context;
  const identity = identitySignIn<AuthorizeInput | PageOf>(context);

  function codeFor(tx: Database, request: AuthorizeInput, person: SessionToken): Promise<string> {
    const { clientId, codeChallenge, redirectUri } = request;
    const payload: SignInCode = {
      ...person,
      clientId,
      ...(redirectUri && { redirectUri }),
      codeChallenge,
      session: newId(),
    };
    const expires = new Date(now().getTime() + lifetimes.codeMs);
    return issueSecret(tx, { siteId, purpose: "sign_in_code" }, payload, expires);
  }

  /** Returns the client of a request. Errors: INVALID_CLIENT, INVALID_REDIRECT_URI. */
  async function requireClient({ clientId, redirectUri, responseMode }: AuthorizeInput): Promise<AppClient> {
    const client = await clientOf(context, clientId);
    if (redirectUri ? !client.redirectUris.includes(redirectUri) : responseMode !== "web_message")
      throw invalidRedirectUri();
    return client;
  }

  function reply({ redirectUri, responseMode, state }: AuthorizeInput, client: AppClient, outcome: AuthorizeResult) {
    const answer = { ...outcome, state };
    if (responseMode === "web_message" || !redirectUri) {
      return postMessagePage(answer, originsOf(redirectUri ? [redirectUri] : client.redirectUris));
    }
    return redirect(withResponse(redirectUri, answer, responseMode ?? "fragment"));
  }

  async function outcomeOf(request: AuthorizeInput, signedIn: SignedIn | Failure): Promise<AuthorizeResult> {
    if ("error" in signedIn) return signedIn;
    const { accountId: memberId, ...how } = signedIn;
    const account = await accounts.find(memberId);
    if (account?.status === "ACTIVE") {
      const { visitorId } = request;
      return transact(context, async (tx) => {
        if (visitorId) await events.emit(tx, visitorSignedIn, { visitorId, memberId });
        return { code: await codeFor(tx, request, { memberId, ...how, ...(visitorId && { visitorId }) }) };
      });
    }
    const waitsFor = account?.status === "PENDING" ? account.statusReasons.join(", ") : "";
    const why = waitsFor ? `The account waits for: ${waitsFor}.` : "This person may not sign in.";
    return { error: "access_denied", error_description: why };
  }

  return {
    [`GET ${authorizePath}`]: async (request: Request) => {
      const parsed = fromQuery(new URL(request.url).searchParams);
      if (!parsed.success) {
        const fields = parsed.error.issues.map(({ path }) => names[path[0] as keyof typeof names]).join(", ");
        throw new Refusal("INVALID_ARGUMENT", `The request is not complete: ${fields}.`, 400);
      }
      const { sessionToken, visit, ...authorizeRequest } = parsed.data;
      const client = await requireClient(authorizeRequest);
      if (!sessionToken) {
        const visitor = visit ? await tokenSigner.verify(visit, "visit") : undefined;
        const { location, cookie } = await identity.begin(
          request,
          { ...authorizeRequest, visitorId: visitor?.subject },
          authorizeRequest.prompt,
          authorizeRequest.redirectUri,
        );
        return redirect(location, { "set-cookie": cookie });
      }
      const used = await useSecret<SessionToken>(db, { siteId, purpose: "session_token" }, sessionToken, now());
      const isOurs = used?.payload.clientId === undefined || used.payload.clientId === client.id;
      if (!used || used.again || !isOurs) return reply(authorizeRequest, client, loginRequired);
      return reply(authorizeRequest, client, { code: await codeFor(db, authorizeRequest, used.payload) });
    },

    [`GET ${loginPath}`]: async (request: Request) => {
      const query = new URL(request.url).searchParams;
      const prompt = Prompt.safeParse(query.get("prompt")).data;
      const authorizeRequest: PageOf = {
        clientId: query.get("client_id"),
        returnTo: query.get("returnTo") ?? `${urls.site}/account/`,
      };
      await requireOwnPage(context, authorizeRequest);
      const { location, cookie } = await identity.begin(request, authorizeRequest, prompt, authorizeRequest.returnTo);
      return redirect(location, { "set-cookie": cookie });
    },

    [`GET ${platformClient.callbackPath}`]: async (request: Request) => {
      const returned = await identity.finish(request);
      if (!returned) throw new Refusal("INVALID_STATE", "This sign-in was not begun in this browser, or is over.", 400);
      const { remembered, outcome } = returned;
      if ("returnTo" in remembered) return redirect(await requireOwnPage(context, remembered));
      // Checked again, because the client may have changed in the meantime.
      const client = await requireClient(remembered);
      return reply(remembered, client, await outcomeOf(remembered, outcome));
    },
  };
}

/** An authorization request as it is stored while the person is at the provider. */
type AuthorizeInput = Omit<Authorization, "sessionToken" | "visit"> & { visitorId?: string | undefined };
type AuthorizeResult = { code: string } | Failure;
const loginRequired: Failure = { error: "login_required", error_description: "Sign in first." };
