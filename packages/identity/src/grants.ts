import { type Configuration, errors, type Grant, type KoaContextWithOIDC } from "oidc-provider";
import { ttl } from "./lifetimes.ts";

/** What is granted under a refresh token must not end before it. */
const grantSlackSeconds = 24 * 3600;

type Load = NonNullable<Configuration["loadExistingGrant"]>;

/** Our own sites are granted what they ask for, without a page in between; others what was consented to before. */
export const loadExistingGrant: Load = async ({ oidc }) => {
  const { provider, client, session, account, result } = oidc;
  if (!client || !session || !account) return undefined;
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const found = grantId ? await provider.Grant.find(grantId) : undefined;
  const mine = found?.accountId === account.accountId && found.clientId === client.clientId ? found : undefined;
  const grant = mine ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  const grew = client.first_party === true && grantAll(grant, oidc);
  if (!mine && !grew) return undefined;
  const nowSeconds = Math.floor(Date.now() / 1000);
  const isShort = (grant.exp ?? 0) - nowSeconds < ttl.refreshToken;
  if (isShort) grant.exp = nowSeconds + ttl.refreshToken + grantSlackSeconds;
  if (grew || isShort) await grant.save();
  return grant;
};

/** Adds what the request asks for and the grant lacks; false when it lacks nothing. */
function grantAll(grant: Grant, oidc: KoaContextWithOIDC["oidc"]): boolean {
  const had = new Set(grant.getOIDCScope().split(" "));
  const missing = [...oidc.requestParamOIDCScopes].filter((scope) => !had.has(scope));
  if (missing.length > 0) grant.addOIDCScope(missing.join(" "));
  let grew = missing.length > 0;
  for (const [resource, server] of Object.entries(oidc.resourceServers ?? {})) {
    const held = new Set(grant.getResourceScope(resource).split(" "));
    const lacking = [...oidc.requestParamScopes].filter((scope) => server.scopes.has(scope) && !held.has(scope));
    if (lacking.length === 0) continue;
    grant.addResourceScope(resource, lacking.join(" "));
    grew = true;
  }
  return grew;
}

/**
 * oidc-provider drops `offline_access` unless a consent page is asked for, which browser SDKs never do.
 * A validator runs on every request after that, so our own sites get it back here.
 */
export function keepOfflineAccess({ query, oidc: { client, params } }: KoaContextWithOIDC): void {
  const asked = typeof query.scope === "string" && query.scope.split(" ").includes("offline_access");
  if (!asked || !params || client?.first_party !== true || !client.grantTypeAllowed("refresh_token")) return;
  const scopes = String(params.scope ?? "").split(" ");
  params.scope = [...new Set([...scopes, "offline_access"])].filter(Boolean).join(" ");
}

/** `audience`, as the SDKs call it, is the resource indicator of the standard; its tokens are JWTs for that API. */
export const resourceIndicators = (audiences: readonly string[]) => ({
  enabled: true,
  defaultResource: (ctx: KoaContextWithOIDC) => (ctx.oidc.params?.audience as string | undefined) || [],
  useGrantedResource: () => true,
  getResourceServerInfo(_ctx: KoaContextWithOIDC, audience: string) {
    if (!audiences.includes(audience)) throw new errors.InvalidTarget("unknown audience");
    return {
      audience,
      scope: "openid profile email offline_access",
      accessTokenFormat: "jwt" as const,
      accessTokenTTL: ttl.accessTokenForAudience,
      jwt: { sign: { alg: "RS256" as const } },
    };
  },
});
