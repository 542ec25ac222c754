import { type Accounts, fullName } from "@uola/accounts";
import Provider, { type Configuration, errors, type KoaContextWithOIDC, type RefreshToken } from "oidc-provider";
import { cookieName } from "./cookies.ts";
import { loadExistingGrant, resourceIndicators, restoreOfflineAccess } from "./grants.ts";
import type { Keys } from "./keys.ts";
import { sessionSeconds, ttl } from "./lifetimes.ts";
import { answerLogoutConfirmed, renderLogoutConfirmation } from "./logout.ts";
import { checkOrganization, hasLeftOrganization, type Organizations, organizationClaims } from "./organizations.ts";
import { mayRead } from "./origins.ts";
import { renderError } from "./pages/error-pages.ts";
import type { Site } from "./pages/layout.ts";
import { policy } from "./policy.ts";
import { hasSecondFactor, methods, withMethods } from "./second-factor.ts";
import { cachedPerson, type Person } from "./storage.ts";
import { webMessage } from "./web-message.ts";

type ProviderAccount = Omit<Person, "hasCodeApp">;
type Options = {
  issuer: string;
  site: Site;
  accounts: Accounts;
  keys: Keys;
  audiences: readonly string[];
  organizations: Organizations;
  adapter: NonNullable<Configuration["adapter"]>;
};

/**
 * Cookies do not distinguish ports. On a development machine, the provider and the site share a
 * host, so their cookies need distinct names.
 */
const cookieNames = (issuer: string) => ({
  session: cookieName("uola_idp", { issuer, everywhere: true }),
  // Cookies limited to the paths of one sign-in.
  interaction: cookieName("uola_idp_i", { issuer, everywhere: false }),
  resume: cookieName("uola_idp_r", { issuer, everywhere: false }),
});
const cookie = { httpOnly: true, sameSite: "lax", signed: true, overwrite: true } as const;

/** Configures oidc-provider as Auth0's browser SDKs expect it. */
export function createProvider({ issuer, site, accounts, keys, audiences, organizations, adapter }: Options): Provider {
  /** Throws the errors whose text makes the SDKs sign out or ask for a code. */
  async function checkRenewal(account: ProviderAccount | undefined, token: RefreshToken, isProved: boolean) {
    if (account?.status === "BLOCKED") throw new errors.CustomOIDCProviderError("invalid_grant", "user is blocked");
    if (isProved) token.amr = withMethods(token.amr, methods.code);
    // A reused token must be detected as such, whatever else is wrong with it.
    if (!account || token.consumed || hasSecondFactor(token.amr)) return;
    if (await accounts.factors.areRequiredFor(account.id, cachedPerson(account.id)))
      throw new errors.CustomOIDCProviderError("mfa_required", "Multifactor authentication required");
  }

  const provider = new Provider(issuer, {
    adapter,
    jwks: keys.jwks,
    cookies: { names: cookieNames(issuer), keys: keys.cookies, long: cookie, short: cookie },
    routes: {
      authorization: "/authorize",
      token: "/oauth/token",
      revocation: "/oauth/revoke",
      userinfo: "/userinfo",
      jwks: "/.well-known/jwks.json",
      end_session: "/oidc/logout",
    },
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    extraClientMetadata: { properties: ["first_party"] },
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ["RS256"] },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: resourceIndicators(audiences),
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      // Switching the account uses the library's logout confirmation route.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: renderLogoutConfirmation(site),
        postLogoutSuccessSource: answerLogoutConfirmed(site),
      },
    },
    extraParams: {
      audience: restoreOfflineAccess,
      organization: checkOrganization(organizations),
      lands_at: dropForThirdParties,
      screen_hint: null,
      connection: null,
      invitation: null,
      auth0Client: null,
    },
    claims: {
      // `sid` is the session id of this provider. When that session ends, everything issued to
      // other sites under it ends too.
      openid: ["sub", "sid", "amr", "org_id", "org_name"],
      profile: ["name", "given_name", "family_name", "nickname", "locale", "updated_at"],
      email: ["email", "email_verified"],
    },
    conformIdTokenClaims: false,
    findAccount: async (ctx, sub, token) => {
      const account = cachedPerson(sub) ?? (await accounts.find(sub));
      if (token?.kind === "RefreshToken") await checkRenewal(account, token, ctx.state.secondFactor === true);
      if (!account || !isWelcome(account)) return undefined;
      const grantId = token && "grantId" in token ? token.grantId : undefined;
      if (grantId && hasLeftOrganization(grantId)) return undefined;
      const sid = token && "sessionUid" in token ? token.sessionUid : undefined;
      return {
        accountId: account.id,
        role: account.role,
        claims: () => ({ ...claimsOf(account), ...organizationClaims(grantId), sid }),
      };
    },
    loadExistingGrant: loadExistingGrant(organizations),
    extraTokenClaims: async (_ctx, token) => organizationClaims((token as { grantId?: string }).grantId),
    rotateRefreshToken: true,
    expiresWithSession: async (_ctx, source) => !source.scopes.has("offline_access"),
    ttl: {
      Interaction: ttl.interaction,
      AuthorizationCode: ttl.code,
      AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? ttl.accessToken,
      IdToken: ttl.idToken,
      RefreshToken: (ctx) => {
        const lifetime = isStaff(ctx, ctx.oidc.account?.accountId) ? ttl.staffRefreshToken : ttl.refreshToken;
        return Math.max(1, ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? lifetime);
      },
      Grant: ttl.refreshToken,
      Session: (ctx, { accountId, loginTs }) => sessionSeconds(loginTs, isStaff(ctx, accountId)),
    },
    clientBasedCORS: (_ctx, origin, client) => mayRead(client, origin),
    interactions: {
      policy: policy(accounts),
      url: (_ctx, interaction) => `/interaction/${interaction.uid}`,
    },
    renderError: renderError(site),
  });
  provider.registerResponseMode("web_message", webMessage);
  // The proxy headers can be trusted, because `handler` overwrites them first.
  provider.proxy = true;
  provider.maxIpsCount = 1;
  return provider;
}

/**
 * Removes `lands_at`, the final redirect target, from requests of third-party sites; only our own
 * sites may set it.
 */
function dropForThirdParties({ oidc: { client, params } }: KoaContextWithOIDC): void {
  if (params && client?.first_party !== true) delete params.lands_at;
}

/**
 * Whether this person is staff and can see other people's data. The person was read earlier in this
 * request.
 */
const isStaff = ({ oidc }: KoaContextWithOIDC, accountId: string | undefined): boolean => {
  const role = accountId ? (cachedPerson(accountId)?.role ?? oidc.account?.role) : undefined;
  return role !== undefined && role !== "member";
};

const isWelcome = ({ status }: ProviderAccount) => status !== "BLOCKED" && status !== "DELETED";

const claimsOf = ({ id, email, emailVerified, firstName, lastName, language, updatedDate }: ProviderAccount) => ({
  sub: id,
  name: fullName({ firstName, lastName }) || email,
  nickname: firstName ?? email.split("@")[0],
  given_name: firstName ?? undefined,
  family_name: lastName ?? undefined,
  locale: language,
  updated_at: Math.floor(updatedDate.getTime() / 1000),
  email,
  email_verified: emailVerified,
});
