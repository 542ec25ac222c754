import { z } from "zod";
import { Slot, SlotAvailability } from "./availability.ts";
import { endpoint } from "./endpoint.ts";
import { guid, maybe } from "./wire.ts";

/** Some existing clients send camelCase to the token endpoint, others snake_case. */
const either = {
  clientId: "client_id",
  grantType: "grant_type",
  refreshToken: "refresh_token",
  redirectUri: "redirect_uri",
  codeVerifier: "code_verifier",
  memberId: "member_id",
  sessionToken: "session_token",
};
const camelCase = (body: unknown) =>
  body !== null && typeof body === "object"
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          Object.entries(either).find(([, snake]) => snake === name)?.[0] ?? name,
          value,
        ]),
      )
    : body;

const TokenRequest = z.object({
  grantType: z.enum(["anonymous", "refresh_token", "authorization_code", "authorized_client"]),
  clientId: maybe(z.string().max(100)),
  refreshToken: maybe(z.string().max(4000)),
  code: maybe(z.string().max(500)),
  codeVerifier: maybe(z.string().max(128)),
  redirectUri: maybe(z.string().max(2048)),
  scope: maybe(z.string().max(200)),
  memberId: maybe(z.string().max(100)),
  sessionToken: maybe(z.string().max(2048)),
});

export const Tokens = z
  .object({
    access_token: z.string(),
    /** Seconds. */
    expires_in: z.int(),
    refresh_token: z.string(),
    token_type: z.literal("Bearer"),
  })
  .meta({ id: "Tokens" });
export type Tokens = z.infer<typeof Tokens>;

const url = maybe(z.string().max(2048));

export const Prompt = z.enum(["login", "none", "consent", "select_account"]);

export const AuthorizeRequest = z.object({
  clientId: z.string().min(1).max(100),
  responseType: z.literal("code"),
  redirectUri: maybe(z.string().max(2048)),
  scope: maybe(z.string().max(200)),
  state: z.string().min(1).max(500),
  responseMode: maybe(z.enum(["query", "fragment", "web_message"])),
  codeChallenge: z.string().min(43).max(128),
  codeChallengeMethod: z.literal("S256"),
  sessionToken: maybe(z.string().max(2048)),
});

const RedirectSession = z
  .object({
    id: z.string(),
    fullUrl: z.string(),
    urlDetails: z.object({ endpoint: z.string(), searchParams: maybe(z.record(z.string(), z.string())) }),
    sessionToken: maybe(z.string()),
    shortUrl: maybe(z.string()),
  })
  .meta({ id: "RedirectSession" });

export const tokens = {
  token: endpoint({
    method: "POST",
    path: "/oauth2/token",
    access: "anyone",
    form: true,
    input: z.preprocess(camelCase, TokenRequest),
    output: Tokens,
    errors: ["INVALID_GRANT", "INVALID_CLIENT"],
    summary: "Get tokens: for an anonymous visitor, from a refresh token, or from a sign-in code.",
  }),
  createRedirectSession: endpoint({
    method: "POST",
    path: "/v1/redirect-session",
    gateways: ["/_api/redirects-api"],
    // Intended for visitors, but open to anyone, because a client that signs out may still send an
    // expired token.
    access: "anyone",
    input: z.object({
      bookingsCheckout: maybe(
        z.object({
          timezone: maybe(z.string().max(40)),
          // The service alone is sufficient; its schedule can be omitted.
          slotAvailability: maybe(SlotAvailability.partial().extend({ slot: maybe(Slot.partial()) })),
        }),
      ),
      ecomCheckout: maybe(z.object({ checkoutId: maybe(guid) })),
      eventsCheckout: maybe(z.object({ reservationId: maybe(guid), eventSlug: maybe(z.string().max(150)) })),
      paidPlansCheckout: maybe(z.object({ planId: maybe(guid), checkoutData: maybe(z.string().max(2048)) })),
      login: maybe(z.object({})),
      logout: maybe(z.object({ clientId: z.string().min(1).max(100) })),
      auth: maybe(z.object({ authRequest: AuthorizeRequest, prompt: maybe(Prompt) })),
      storesProduct: maybe(z.object({ productSlug: maybe(z.string().max(150)) })),
      bookingsBook: maybe(z.object({ resourceId: maybe(guid) })),
      callbacks: maybe(
        z.object({
          postFlowUrl: url,
          thankYouPageUrl: url,
          loginUrl: url,
          bookingsServiceListUrl: url,
          cartPageUrl: url,
          planListUrl: url,
        }),
      ),
      preferences: maybe(
        z.object({
          useGenericWixPages: maybe(z.boolean()),
          maintainIdentity: maybe(z.boolean()),
          additionalQueryParameters: maybe(z.record(z.string().max(100), z.string().max(1000))),
        }),
      ),
      prompt: maybe(Prompt),
    }),
    output: z.object({ redirectSession: RedirectSession }),
    errors: ["INVALID_CLIENT", "INVALID_REDIRECT_URI"],
    summary:
      "Get the address of one of our pages: to sign in or out, to book, to pay; it brings people back afterwards.",
  }),
  returnPage: endpoint({
    method: "GET",
    path: "/v1/return-page",
    access: "visitor",
    input: z.object({ clientId: maybe(z.string().max(100)), returnTo: z.string().min(1).max(2048) }),
    output: z.object({ returnTo: z.string() }),
    errors: ["INVALID_CLIENT", "INVALID_REDIRECT_URI"],
    summary: "Whether a page may lead back to an address: one of our site's, or of those the client is registered for.",
  }),
};
