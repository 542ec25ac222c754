import { type Client, type Configuration, errors, type Grant, type KoaContextWithOIDC } from "oidc-provider";
import { ttl } from "./lifetimes.ts";
import type { Organization, Organizations } from "./organizations.ts";
import { organizationOfGrant } from "./storage.ts";

/** A grant must outlive its refresh tokens. */
const grantSlackSeconds = 24 * 3600;

type Load = NonNullable<Configuration["loadExistingGrant"]>;
/**
 * The data that a session stores about one client: the library's own fields, and the grants for
 * organizations.
 */
type Authorization = { grantId?: string; others?: Record<string, string> };

/**
 * Our own sites are granted the scopes they request, without a consent page. Other sites get only
 * the scopes to which the person has consented. There is one grant for each session, client and
 * organization.
 */
export const loadExistingGrant =
  (organizations: Organizations): Load =>
  async ({ oidc }) => {
    const { provider, client, session, account, result } = oidc;
    if (!client || !session || !account) return undefined;
    const organization = await organizationOf(oidc, organizations);
    const consented = result?.consent?.grantId;
    const authorization = (session.authorizations?.[client.clientId] ?? {}) as Authorization;
    const candidates = consented
      ? [consented]
      : [authorization.grantId, authorization.others?.[organization?.id ?? ""]].filter((id) => id !== undefined);
    let own: Grant | undefined;
    for (const id of candidates) {
      const found = await provider.Grant.find(id);
      const isMine = found?.accountId === account.accountId && found.clientId === client.clientId;
      if (isMine && (consented || organizationOfGrant(id)?.id === organization?.id)) own ??= found;
    }
    const grant = own ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
    const grew = client.first_party === true && addMissingScopes(grant, oidc);
    if (!own && !grew) return undefined;
    const nowSeconds = Math.floor(Date.now() / 1000);
    const isShort = (grant.exp ?? 0) - nowSeconds < ttl.refreshToken;
    if (isShort) grant.exp = nowSeconds + ttl.refreshToken + grantSlackSeconds;
    if (grew || isShort) await grant.save();
    if (organization && organizationOfGrant(grant.jti)?.id !== organization.id)
      await organizations.nameGrant(grant.jti, organization);
    rememberGrant(session, client.clientId, authorization.grantId, grant.jti, organization?.id);
    return grant;
  };

/** Returns the requested organization. Errors: access_denied if the person is not a member. */
async function organizationOf(oidc: KoaContextWithOIDC["oidc"], organizations: Organizations) {
  const named = oidc.params?.organization;
  if (typeof named !== "string" || !oidc.account) return undefined;
  const organization = await organizations.find(named);
  if (!organization) throw new errors.InvalidRequest("unknown organization");
  if (await organizations.isMember(organization.id, oidc.account.accountId)) return organization;
  throw new errors.AccessDenied("not a member of the organization");
}

/**
 * Stores the current grant. The library remembers one grant per client, so the previous one is
 * stored separately in case it is requested again.
 */
function rememberGrant(
  session: NonNullable<KoaContextWithOIDC["oidc"]["session"]>,
  clientId: string,
  before: string | undefined,
  grantId: string,
  organizationId: Organization["id"] = "",
) {
  if (before === grantId || (!before && !organizationId)) return;
  session.authorizations ??= {};
  session.authorizations[clientId] ??= {};
  const current = session.authorizations[clientId] as Authorization;
  current.others = { ...current.others, [organizationId]: grantId };
  if (before) current.others[organizationOfGrant(before)?.id ?? ""] ??= before;
}

/** Returns every grant made during a session. */
export function grantsOf({ authorizations }: { authorizations?: Record<string, unknown> }): string[] {
  const all = Object.values(authorizations ?? {}) as Authorization[];
  return [...new Set(all.flatMap(({ grantId, others }) => [grantId ?? [], Object.values(others ?? {})].flat()))];
}

/** Adds the requested scopes that the grant lacks. Returns false if none are missing. */
function addMissingScopes(grant: Grant, oidc: KoaContextWithOIDC["oidc"]): boolean {
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
 * Restores `offline_access` for our own sites. oidc-provider drops it unless a consent page is
 * requested, which browser SDKs never do. This runs as a validator, on every request after the
 * scope was dropped.
 */
export function restoreOfflineAccess({ query, oidc: { client, params } }: KoaContextWithOIDC): void {
  const isRequested = typeof query.scope === "string" && query.scope.split(" ").includes("offline_access");
  if (!isRequested || !params || client?.first_party !== true || !client.grantTypeAllowed("refresh_token")) return;
  const scopes = String(params.scope ?? "").split(" ");
  params.scope = [...new Set([...scopes, "offline_access"])].filter(Boolean).join(" ");
}

/**
 * The SDKs use the name `audience` for the standard's resource indicator; the tokens are JWTs for
 * that API. Such a token carries all permissions of the person, and consent to share a name and an
 * e-mail address does not cover that, so only our own sites get such tokens.
 */
export const resourceIndicators = (audiences: readonly string[]) => ({
  enabled: true,
  defaultResource: (ctx: KoaContextWithOIDC) => (ctx.oidc.params?.audience as string | undefined) || [],
  useGrantedResource: () => true,
  getResourceServerInfo(_ctx: KoaContextWithOIDC, audience: string, client: Client) {
    if (!audiences.includes(audience)) throw new errors.InvalidTarget("unknown audience");
    if (client.first_party !== true) throw new errors.InvalidTarget("this audience is for the provider's own sites");
    return {
      audience,
      scope: "openid profile email offline_access",
      accessTokenFormat: "jwt" as const,
      accessTokenTTL: ttl.accessTokenForAudience,
      jwt: { sign: { alg: "RS256" as const } },
    };
  },
});
