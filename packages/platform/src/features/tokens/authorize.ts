import { AuthorizeRequest, Prompt } from "@uola/contract";
import { newId } from "@uola/database";
import type { z } from "zod";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import { issueSecret, useSecret } from "../../kernel/secrets.ts";
import type { Pages } from "../../kernel/serve.ts";
import { type Failure, identitySignIn, platformClient, type SignedIn } from "./identity.ts";
import { isOwnPage, lifetimes, originsOf, withAnswer } from "./rules.ts";
import * as store from "./store.ts";

export const authorizePath = "/oauth2/authorize";
export const loginPath = "/oauth2/login";

/** What a session token stands for: a person who has just proved who they are. */
export type SessionToken = {
  memberId: string;
  visitorId?: string;
  /** The session at our identity provider, when the person signed in there. */
  identitySession?: string;
  /** How they proved it (RFC 8176). */
  methods?: string[];
};
/** What a sign-in code stands for, and what whoever brings it back has to show. */
export type SignInCode = SessionToken & {
  clientId: string;
  redirectUri?: string;
  codeChallenge: string;
  /** The stay that begins with the code; a second use ends it. */
  session: string;
};

const Authorization = AuthorizeRequest.extend({ prompt: Prompt.optional() });
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
} satisfies Record<keyof Authorization, string>;

/** An authorization request as a query; what is not given is left out. */
export const toQuery = (request: z.infer<typeof AuthorizeRequest>, prompt?: z.infer<typeof Prompt>) =>
  Object.fromEntries(
    Object.entries({ ...request, prompt }).flatMap(([field, value]) =>
      value ? [[names[field as keyof typeof names], value]] : [],
    ),
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
export function authorizePages(context: Context): Pages {
  const { db, siteId, accounts, urls, now } = context;
  const identity = identitySignIn<Authorization | PlainSignIn>(context);

  function codeFor(request: Authorization, person: SessionToken): Promise<string> {
    const { clientId, codeChallenge, redirectUri } = request;
    const payload: SignInCode = {
      ...person,
      clientId,
      ...(redirectUri && { redirectUri }),
      codeChallenge,
      session: newId(),
    };
    const expires = new Date(now().getTime() + lifetimes.codeMs);
    return issueSecret(db, { siteId, purpose: "sign_in_code" }, payload, expires);
  }

  /** The client of a request that may be answered. */
  async function clientOf({ clientId, redirectUri, responseMode }: Authorization): Promise<store.AppClient> {
    const client = await store.findClient(context, clientId);
    if (!client) throw new Refusal("INVALID_CLIENT", "There is no such client.", 400);
    if (redirectUri ? !client.redirectUris.includes(redirectUri) : responseMode !== "web_message") {
      throw new Refusal("INVALID_REDIRECT_URI", "The client is not registered for this address.", 400);
    }
    return client;
  }

  /** The page a sign-in leads on to: one of the client's, or of our own site. */
  async function ownPage({ clientId, returnTo }: PlainSignIn): Promise<string> {
    const client = clientId ? await store.findClient(context, clientId) : undefined;
    if (clientId && !client) throw new Refusal("INVALID_CLIENT", "There is no such client.", 400);
    if (isOwnPage(returnTo, [...(client?.redirectUris ?? []), urls.site])) return returnTo;
    throw new Refusal("INVALID_REDIRECT_URI", "The client is not registered for this address.", 400);
  }

  function reply({ redirectUri, responseMode, state }: Authorization, client: store.AppClient, outcome: Outcome) {
    const answer = { ...outcome, state };
    if (responseMode === "web_message" || !redirectUri) {
      return message(answer, originsOf(redirectUri ? [redirectUri] : client.redirectUris));
    }
    return redirect(withAnswer(redirectUri, answer, responseMode ?? "fragment"));
  }

  async function outcomeOf(request: Authorization, signedIn: SignedIn | Failure): Promise<Outcome> {
    if ("error" in signedIn) return signedIn;
    const { accountId: memberId, ...how } = signedIn;
    const account = await accounts.find(memberId);
    if (account?.status === "ACTIVE") return { code: await codeFor(request, { memberId, ...how }) };
    const waitsFor = account?.status === "PENDING" ? account.statusReasons.join(", ") : "";
    const why = waitsFor ? `The account waits for: ${waitsFor}.` : "This person may not sign in.";
    return { error: "access_denied", error_description: why };
  }

  return {
    [`GET ${authorizePath}`]: async (request: Request) => {
      const asked = fromQuery(new URL(request.url).searchParams);
      if (!asked.success) {
        const fields = asked.error.issues.map(({ path }) => names[path[0] as keyof typeof names]).join(", ");
        throw new Refusal("INVALID_ARGUMENT", `The request is not complete: ${fields}.`, 400);
      }
      const { sessionToken, ...wish } = asked.data;
      const client = await clientOf(wish);
      if (!sessionToken) {
        const { location, cookie } = await identity.begin(request, wish, wish.prompt);
        return redirect(location, { "set-cookie": cookie });
      }
      const used = await useSecret<SessionToken>(db, { siteId, purpose: "session_token" }, sessionToken, now());
      if (!used || used.again) return reply(wish, client, loginRequired);
      return reply(wish, client, { code: await codeFor(wish, used.payload) });
    },

    [`GET ${loginPath}`]: async (request: Request) => {
      const query = new URL(request.url).searchParams;
      const prompt = Prompt.safeParse(query.get("prompt")).data;
      const wish: PlainSignIn = {
        clientId: query.get("client_id") ?? undefined,
        returnTo: query.get("returnTo") ?? `${urls.site}/account/`,
      };
      await ownPage(wish);
      const { location, cookie } = await identity.begin(request, wish, prompt);
      return redirect(location, { "set-cookie": cookie });
    },

    [`GET ${platformClient.callbackPath}`]: async (request: Request) => {
      const returned = await identity.finish(request);
      if (!returned) throw new Refusal("INVALID_STATE", "This sign-in was not begun in this browser, or is over.", 400);
      const { remembered, outcome } = returned;
      if ("returnTo" in remembered) return redirect(await ownPage(remembered));
      // Looked at again: the client may have changed meanwhile.
      const client = await clientOf(remembered);
      return reply(remembered, client, await outcomeOf(remembered, outcome));
    },
  };
}

/** A sign-in at the provider alone, which leads on to a page. */
type PlainSignIn = { clientId?: string | undefined; returnTo: string };
type Outcome = { code: string } | Failure;
const loginRequired: Failure = { error: "login_required", error_description: "Sign in first." };

const apart = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" };

const redirect = (location: string, more: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { ...apart, location, ...more } });

/** A page that tells its answer to the window that opened or framed it, if that is one of the client's. */
function message(answer: Record<string, string>, origins: readonly string[]): Response {
  const nonce = crypto.randomUUID();
  const literal = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
  const script = `const to = window.opener ?? window.parent;
for (const origin of ${literal(origins)}) to.postMessage(${literal(answer)}, origin);`;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(" ") : "'none'"}`,
  ].join("; ");
  const html = `<!doctype html><html lang="lt"><meta charset="utf-8"><title>Uola</title><script nonce="${nonce}">${script}</script></html>`;
  return new Response(html, {
    headers: { ...apart, "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  });
}
