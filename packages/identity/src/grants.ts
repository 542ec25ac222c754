import { type Client, type Configuration, errors, type Grant, type KoaContextWithOIDC } from "oidc-provider";
import { ttl } from "./lifetimes.ts";
import type { Organization, Organizations } from "./organizations.ts";
import { organizationOfGrant } from "./storage.ts";

/** A grant must outlive the refresh tokens under it. */
const grantSlackSeconds = 24 * 3600;

type Load = NonNullable<Configuration["loadExistingGrant"]>;
/** What a session stores about one client: the library's own fields, and the grants for organizations. */
type Authorization = { grantId?: string; others?: Record<string, string> };

/**
 * Our own sites are granted what they ask for, without a consent page. Other sites get what the person has consented
 * to. There is one grant for each session, client and organization.
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
    const grew = client.first_party === true && grantMissing(grant, oidc);
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

/** Errors: access_denied for a person who is not a member. */
async function organizationOf(oidc: KoaContextWithOIDC["oidc"], organizations: Organizations) {
  const named = oidc.params?.organization;
  if (typeof named !== "string" || !oidc.account) return undefined;
  const organization = await organizations.find(named);
  if (!organization) throw new errors.InvalidRequest("unknown organization");
  if (await organizations.isMember(organization.id, oidc.account.accountId)) return organization;
  throw new errors.AccessDenied("not a member of the organization");
}

/**
 * The library remembers one grant for a client. The one before it is stored beside it, for when it is requested again.
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

/** Every grant made under a session. */
export function grantsOf({ authorizations }: { authorizations?: Record<string, unknown> }): string[] {
  const all = Object.values(authorizations ?? {}) as Authorization[];
  return [...new Set(all.flatMap(({ grantId, others }) => [grantId ?? [], Object.values(others ?? {})].flat()))];
}

/** Adds what the request asks for and the grant lacks. False when nothing is missing. */
function grantMissing(grant: Grant, oidc: KoaContextWithOIDC["oidc"]): boolean {
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
 * oidc-provider drops `offline_access` unless a consent page is requested, which browser SDKs never do. A validator
 * runs on every request after that, so our own sites get it back here.
 */
export function keepOfflineAccess({ query, oidc: { client, params } }: KoaContextWithOIDC): void {
  const isRequested = typeof query.scope === "string" && query.scope.split(" ").includes("offline_access");
  if (!isRequested || !params || client?.first_party !== true || !client.grantTypeAllowed("refresh_token")) return;
  const scopes = String(params.scope ?? "").split(" ");
  params.scope = [...new Set([...scopes, "offline_access"])].filter(Boolean).join(" ");
}

/**
 * The SDKs call the standard's resource indicator `audience`; its tokens are JWTs for that API. Such a token may do
 * everything its person may do, and consent to a name and an address does not cover that, so only our own sites get
 * one.
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
