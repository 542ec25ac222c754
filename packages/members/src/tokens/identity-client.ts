import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { authenticatedAt, type Context, identityTokens, issueSecret, sha256, useSecret } from "@uola/kernel";
import { z } from "zod";
import { lifetimes } from "./rules.ts";

/** The platform's client registration at its own identity provider. */
export const platformClient = {
  id: "uola-platform",
  callbackPath: "/oauth2/callback",
  signedOutPath: "/oauth2/signed-out",
} as const;

const answerTimeoutMs = 10_000;

/** A person who has signed in at the platform's own identity provider. */
export type SignedIn = { accountId: string; identitySession?: string; methods?: string[]; provedTime?: number };
export type Failure = { error: string; error_description: string };
/** The stored request with its outcome. undefined if this browser started no sign-in. */
export type SignInReturn<Remembered> = { remembered: Remembered; outcome: SignedIn | Failure } | undefined;

type StoredSignIn<Remembered> = { remembered: Remembered; verifier: string; nonce: string; browser: string };

const TokenAnswer = z.object({ id_token: z.string() });
const IdToken = z.object({
  sub: z.string(),
  nonce: z.string(),
  sid: z.string().optional(),
  amr: z.array(z.string()).optional(),
});

/**
 * Signs people in at the platform's own identity provider, with the platform as its client (code
 * flow with PKCE and nonce). The request is stored in the database, bound to the browser by a
 * cookie, and can be finished once.
 */
export function identitySignIn<Remembered extends object>({ db, siteId, urls, now, log }: Context) {
  const redirectUri = `${urls.platform}${platformClient.callbackPath}`;
  const place = { siteId, purpose: "authorization" } as const;
  const readToken = identityTokens(now);
  const issuing = {
    issuer: `${urls.identity}/`,
    audience: platformClient.id,
    jwksUri: `${urls.identity}/.well-known/jwks.json`,
  };

  /** Returns the URL to which this browser is redirected, and the cookie that it has to send back. */
  async function begin(request: Request, remembered: Remembered, prompt: string | undefined, landsAt?: string | null) {
    // One browser may have two sign-ins in progress, so an existing cookie is reused.
    const browser = browserOf(request) ?? secret();
    const [verifier, nonce] = [secret(), secret()];
    const stored: StoredSignIn<Remembered> = {
      remembered,
      verifier,
      nonce,
      browser: sha256(browser).toString("base64url"),
    };
    const state = await issueSecret(db, place, stored, new Date(now().getTime() + lifetimes.authorizationMs));
    const query = new URLSearchParams({
      client_id: platformClient.id,
      response_type: "code",
      redirect_uri: redirectUri,
      scope: "openid profile email",
      state,
      nonce,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...(prompt && { prompt }),
      // The content security policy of the sign-in form has to allow the subsequent redirect to the
      // client's page.
      ...(landsAt && { lands_at: new URL(landsAt).origin }),
      ...(prompt === "login" && { max_age: "0" }),
    });
    const secure = urls.platform.startsWith("https:") ? "; Secure" : "";
    const cookie = `uola_authorize=${browser}; Path=/oauth2/; Max-Age=${lifetimes.authorizationMs / 1000}; HttpOnly; SameSite=Lax${secure}`;
    return { location: `${urls.identity}/authorize?${query}`, cookie };
  }

  async function finish(request: Request): Promise<SignInReturn<Remembered>> {
    const answer = new URL(request.url).searchParams;
    const browser = browserOf(request);
    const state = answer.get("state");
    const used = browser && state ? await useSecret<StoredSignIn<Remembered>>(db, place, state, now()) : undefined;
    if (!browser || !used || used.again) return undefined;
    const { remembered, verifier, nonce, browser: bound } = used.payload;
    if (!timingSafeEqual(sha256(browser), Buffer.from(bound, "base64url"))) return undefined;
    const code = answer.get("code");
    if (!code) return { remembered, outcome: failureOf(answer) };
    return { remembered, outcome: await redeem(code, verifier, nonce) };
  }

  async function redeem(code: string, verifier: string, nonce: string): Promise<SignedIn | Failure> {
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: platformClient.id,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    });
    const ask = () =>
      fetch(`${urls.identity}/oauth/token`, { method: "POST", body, signal: AbortSignal.timeout(answerTimeoutMs) });
    try {
      const answer = await ask().catch((error: unknown) => {
        // The provider had just closed a keep-alive connection, so it has not received the code.
        // The request is sent again.
        if (isReset(error)) return ask();
        throw error;
      });
      if (!answer.ok) return { error: "access_denied", error_description: "The sign-in could not be completed." };
      const { id_token } = TokenAnswer.parse(await answer.json());
      const token = await readToken(id_token, issuing);
      if (token.isAccessToken || token.client !== platformClient.id) throw new Error("This is no id token of ours.");
      const claims = IdToken.parse(token.claims);
      if (claims.nonce !== nonce) throw new Error("The identity token was made for another sign-in.");
      const { sub: accountId, sid, amr } = claims;
      const provedTime = authenticatedAt(token.claims)?.getTime();
      return {
        accountId,
        ...(sid && { identitySession: sid }),
        ...(amr && { methods: amr }),
        ...(provedTime && { provedTime }),
      };
    } catch (error) {
      log.warn(error, "a sign-in at the identity provider could not be completed");
      return { error: "temporarily_unavailable", error_description: "The identity provider gave no usable answer." };
    }
  }

  return { begin, finish };
}

const secret = () => randomBytes(32).toString("base64url");

const browserOf = (request: Request): string | undefined =>
  /(?:^|;\s*)uola_authorize=([\w-]{43})(?:;|$)/.exec(request.headers.get("cookie") ?? "")?.[1];

// The provider's errors that are passed on to clients. All other errors become `server_error`.
const forwardedParams = ["login_required", "consent_required", "interaction_required", "access_denied"];

function failureOf(answer: URLSearchParams): Failure {
  const error = answer.get("error") ?? "";
  if (!forwardedParams.includes(error)) return { error: "server_error", error_description: "The sign-in failed." };
  return { error, error_description: (answer.get("error_description") ?? "Sign in first.").slice(0, 300) };
}

const isReset = (error: unknown) =>
  error instanceof TypeError && (error.cause as { code?: string } | undefined)?.code === "ECONNRESET";
