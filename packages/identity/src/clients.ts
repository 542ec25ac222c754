import { type Database, newId, type Schema } from "@uola/database";
import { type Selectable, sql } from "kysely";
import type { AdapterPayload } from "oidc-provider";

/** A site or app that sends users here to sign in. URLs must match exactly. */
export type ClientInput = {
  name: string;
  /** The URLs to which users may return after signing in. */
  callbacks: string[];
  /** The URLs to which users may return after signing out. */
  logouts: string[];
  /** One of our own clients, which needs no consent. */
  firstParty?: boolean;
};
export type Clients = ReturnType<typeof createClients>;

export class ClientAddressError extends Error {}

type Row = Selectable<Schema["identityClient"]>;
const remembered = 1000;

/**
 * Creates the client registry. `cacheSeconds`: how long another process may use the old version of
 * a client after a change.
 */
export function createClients(db: Database, siteId: string, now: () => Date, cacheSeconds = 5) {
  const cache = new Map<string, { row: Row; untilMs: number }>();

  async function ensureClient(
    id: string,
    { name, callbacks, logouts, firstParty = false }: ClientInput,
  ): Promise<string> {
    if (callbacks.length === 0) throw new ClientAddressError("A client needs at least one callback address.");
    for (const address of [...callbacks, ...logouts]) checkAddress(address);
    const row = { name, redirectUris: callbacks, logoutUris: logouts, firstParty, updatedDate: now() };
    await db
      .insertInto("identityClient")
      .values({ siteId, id, ...row, createdDate: now() })
      .onConflict((conflict) => conflict.columns(["siteId", "id"]).doUpdateSet(row))
      .execute();
    cache.delete(id);
    return id;
  }

  async function read(id: string): Promise<Row | undefined> {
    const known = cache.get(id);
    if (known && known.untilMs > performance.now()) return known.row;
    // PostgreSQL cannot store NUL in text, so no client has such an id.
    if (id.includes("\0")) return undefined;
    const one = db.selectFrom("identityClient").selectAll().where("siteId", "=", siteId).where("id", "=", id);
    const row = await one.executeTakeFirst();
    cache.delete(id);
    if (row) cache.set(id, { row, untilMs: performance.now() + cacheSeconds * 1000 });
    const [oldest] = cache.size > remembered ? cache.keys() : [];
    if (oldest !== undefined) cache.delete(oldest);
    return row;
  }

  return {
    /** Adds or replaces a client. Errors: ClientAddressError. */
    ensureClient,

    /** Adds a client and returns its id. Errors: ClientAddressError. */
    addClient: (client: ClientInput): Promise<string> => ensureClient(newId(), client),

    read,

    /**
     * Whether users may be sent to this URL: it must be a registered URL of a client, or the front
     * page of a client's site.
     */
    async isListed(address: string): Promise<boolean> {
      const url = URL.parse(address);
      if (!url || address.includes("\0")) return false;
      const isFront = address === `${url.origin}/`;
      const fits = isFront ? sql`starts_with(listed, ${address})` : sql`listed = ${address}`;
      const found = await db
        .selectFrom("identityClient")
        .select("id")
        .where("siteId", "=", siteId)
        .where((eb) => {
          const all = sql`${eb.ref("redirectUris")} || ${eb.ref("logoutUris")}`;
          return sql<boolean>`exists (select 1 from unnest(${all}) as listed where ${fits})`;
        })
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /**
     * Returns a client in the form that oidc-provider expects: public, authorization code with
     * PKCE, refresh tokens.
     */
    async metadata(id: string): Promise<AdapterPayload | undefined> {
      const row = await read(id);
      return (
        row && {
          client_id: row.id,
          client_name: row.name,
          redirect_uris: row.redirectUris,
          post_logout_redirect_uris: row.logoutUris,
          application_type: "web",
          token_endpoint_auth_method: "none",
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
          // A site that lets people change their credentials needs to check when they last
          // authenticated.
          require_auth_time: true,
          first_party: row.firstParty,
        }
      );
    },
  };
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

function checkAddress(address: string) {
  const url = URL.parse(address);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && loopback.has(url.hostname));
  if (!url || !isSafe || url.hash || url.username) {
    throw new ClientAddressError(
      `${address}: an address is https (or http on this machine), absolute, without # or user.`,
    );
  }
}
