import { AuthorizeRequest, Prompt } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Context, issueSecret, type PageHandlers, Refusal, transact, useSecret } from "@uola/kernel";
import { z } from "zod";
import { visitorSignedIn } from "../events.ts";
import { postMessagePage, redirect } from "./browser-responses.ts";
import { clientOf, foreignPage, ownPage, type PageOf } from "./clients.ts";
import { type Failure, identitySignIn, platformClient, type SignedIn } from "./identity-client.ts";
import { lifetimes, originsOf, withResponse } from "./rules.ts";
import type { AppClient } from "./store.ts";

export const authorizePath = "/oauth2/authorize";
export const loginPath = "/oauth2/login";

/** What a session token stands for: a person who has just proved who they are. */
export type SessionToken = {
  memberId: string;
  /** The client that was given it, and alone may go on with it; none where a program of the owner was. */
  clientId?: string;
  visitorId?: string;
  /** The session at our identity provider, when the person signed in there. */
  identitySession?: string;
  /** How they proved it (RFC 8176). */
  methods?: string[];
  /** When, in milliseconds. */
  provedTime?: number;
};
/** What a sign-in code stands for, and what whoever brings it back has to show. */
export type SignInCode = SessionToken & {
  clientId: string;
  redirectUri?: string;
  codeChallenge: string;
  /** The stay that begins with the code; a second use ends it. */
  session: string;
};

const Authorization = AuthorizeRequest.extend({
  prompt: Prompt.optional(),
  /** Signed by us: the visitor who asked for this sign-in, and whose doings become the member's. */
  visit: z.string().max(1000).optional(),
});
type Authorization = z.infer<typeof Authorization>;

// OAuth's names for the fields of an authorization request.
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

/** An authorization request as a query; what is not given is left out. */
export const toQuery = (request: Authorization) =>
  Object.fromEntries(
    Object.entries(request).flatMap(([field, value]) => (value ? [[names[field as keyof typeof names], value]] : [])),
  ) as Record<string, string>;

const fromQuery = (query: URLSearchParams) =>
  Authorization.safeParse(
    Object.fromEntries(Object.entries(names).map(([field, name]) => [field, query.get(name) ?? undefined])),
  );

/**
 * The page a browser is sent to (or loads in a hidden frame) for a code: for a session token at once, otherwise by way of
 * our identity provider. It answers by the query, the fragment or a message; only to addresses of the client, so a wrong
 * client or address answers right here.
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

  /** The client of a request that may be answered. */
  async function answerable({ clientId, redirectUri, responseMode }: AuthorizeInput): Promise<AppClient> {
    const client = await clientOf(context, clientId);
    if (redirectUri ? !client.redirectUris.includes(redirectUri) : responseMode !== "web_message") throw foreignPage();
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
      const client = await answerable(authorizeRequest);
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
      await ownPage(context, authorizeRequest);
      const { location, cookie } = await identity.begin(request, authorizeRequest, prompt, authorizeRequest.returnTo);
      return redirect(location, { "set-cookie": cookie });
    },

    [`GET ${platformClient.callbackPath}`]: async (request: Request) => {
      const returned = await identity.finish(request);
      if (!returned) throw new Refusal("INVALID_STATE", "This sign-in was not begun in this browser, or is over.", 400);
      const { remembered, outcome } = returned;
      if ("returnTo" in remembered) return redirect(await ownPage(context, remembered));
      // Looked at again: the client may have changed meanwhile.
      const client = await answerable(remembered);
      return reply(remembered, client, await outcomeOf(remembered, outcome));
    },
  };
}

/** An authorization request as it is remembered while the person is at the provider. */
type AuthorizeInput = Omit<Authorization, "sessionToken" | "visit"> & { visitorId?: string | undefined };
type AuthorizeResult = { code: string } | Failure;
const loginRequired: Failure = { error: "login_required", error_description: "Sign in first." };
