import type { IncomingMessage, ServerResponse } from "node:http";
import type { Accounts } from "@uola/accounts";
import type { Connection } from "@uola/database";
import type Koa from "koa";
import { sql } from "kysely";
import { createClients } from "./clients.ts";
import { interactions } from "./interactions.ts";
import { jsonBodies } from "./json-bodies.ts";
import { loadKeys } from "./keys.ts";
import { logout } from "./logout.ts";
import { assets } from "./pages/assets.ts";
import { createProvider } from "./provider.ts";
import { housekeeping, type Log } from "./service.ts";
import { createStorage, deleteGrant, sweepPayloads } from "./storage.ts";
import { tokenErrors } from "./token-errors.ts";

export type IdentityOptions = {
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  /** Where this provider is reached; ends with a slash, has no path. On https it must stand behind a TLS proxy. */
  issuer: string;
  /** The site people come from and go back to. */
  siteUrl: string;
  siteName?: string;
  /** Seals the keys in the database; kept outside of it. */
  secret: string;
  /** APIs for which a site may ask JWT access tokens. */
  audiences?: readonly string[];
  /** For how long a rotated refresh token still works, because the answer to its first use may have been lost. */
  overlapSeconds?: number;
  now?: () => Date;
  log?: Log;
};

const silent: Log = { error: () => {}, info: () => {} };

/**
 * The identity provider: an OpenID Connect server that Auth0's browser SDKs work with unchanged, and its sign-in pages.
 * Everything it knows is in the database, so several may run side by side.
 */
export function createIdentity(options: IdentityOptions) {
  const { connection, siteId, accounts, issuer, siteUrl, secret, log = silent, now = () => new Date() } = options;
  const { db } = connection;
  const base = URL.parse(issuer);
  if (!base || base.href !== issuer || base.pathname !== "/")
    throw new Error(`${issuer}: an issuer is an origin and a slash.`);
  const site = { name: options.siteName ?? "Uola", url: siteUrl };
  const clients = createClients(db, siteId, now);

  async function start() {
    const keys = await loadKeys({ db, siteId, secret, now });
    const adapter = createStorage({ db, siteId, clients, now, overlapSeconds: options.overlapSeconds ?? 5 });
    const provider = createProvider({ issuer, site, accounts, keys, adapter, audiences: options.audiences ?? [] });
    const app: Koa = provider;
    app.on("error", (error: unknown) => log.error({ err: error }, "identity: unexpected"));
    provider.on("server_error", (_ctx, error) => log.error({ err: error }, "identity: server error"));
    provider.use(housekeeping({ site, log, isAlive: () => sql`select 1`.execute(db) }));
    provider.use(assets);
    provider.use(jsonBodies);
    provider.use(tokenErrors);
    provider.use(logout({ provider, site, clients, deleteGrant: (id) => deleteGrant(db, siteId, id) }));
    provider.use(interactions({ provider, site, accounts, issuer }));
    return provider.callback();
  }
  const started = start();
  // asked for by `ready`; a process that never asks must not die of it
  started.catch(() => {});

  /** Deletes what has expired. */
  async function sweep(): Promise<number> {
    await accounts.sweep();
    return sweepPayloads(db, siteId, now());
  }
  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, "identity: sweep failed"));
  }, 60_000);
  sweeping.unref();

  return {
    /** For `http.createServer`. */
    handler(request: IncomingMessage, response: ServerResponse): void {
      // one name and one protocol, whatever a proxy or a stranger says: addresses and cookies are made from them
      request.headers.host = base.host;
      delete request.headers["x-forwarded-host"];
      request.headers["x-forwarded-proto"] = base.protocol.slice(0, -1);
      started.then(
        (handle) => handle(request, response),
        (error: unknown) => {
          log.error({ err: error }, "identity: could not start");
          response.writeHead(503).end();
        },
      );
    },
    /** Resolves when the keys are loaded. Errors: the secret does not open them; the database cannot be reached. */
    async ready(): Promise<void> {
      await started;
    },
    /** Adds a client and gives its id. Errors: ClientAddressError. */
    addClient: clients.addClient,
    /** Adds the client of this id, or changes it to be exactly this. Errors: ClientAddressError. */
    ensureClient: clients.ensureClient,
    sweep,
    async stop(): Promise<void> {
      clearInterval(sweeping);
      await started.catch(() => {});
    },
  };
}

export type Identity = ReturnType<typeof createIdentity>;
