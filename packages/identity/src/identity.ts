import type { IncomingMessage, ServerResponse } from "node:http";
import type { Accounts } from "@uola/accounts";
import { type Connection, isAnswering } from "@uola/database";
import type { Context, default as Koa } from "koa";
import { baseMiddleware, type Log, logRequestError, respondBusy } from "./base-middleware.ts";
import { createClients } from "./clients.ts";
import { createGymSite } from "./gym-site.ts";
import { interactions } from "./interactions.ts";
import { jsonBodies } from "./json-bodies.ts";
import { type Keys, listKeys, loadKeys, rotateKeys as rotate, sweepKeys } from "./keys.ts";
import { limitSignIns } from "./limits.ts";
import { logout } from "./logout.ts";
import { mailLinks } from "./mail-links.ts";
import { createOrganizations } from "./organizations.ts";
import { assets } from "./pages/assets.ts";
import { createProvider } from "./provider.ts";
import { recordSignIns } from "./record-sign-ins.ts";
import type { ProofOfWork } from "./screen.ts";
import { secondFactorGrant } from "./second-factor-grant.ts";
import { createStorage, deleteGrant, runWithRequestCache, sweepPayloads } from "./storage.ts";
import { tokenErrors } from "./token-errors.ts";

export type IdentityOptions = {
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  /**
   * The public URL of this provider. It ends with a slash and has no path. For https, a proxy in
   * front of the provider terminates TLS.
   */
  issuer: string;
  /** The site that users come from and return to. */
  siteUrl: string;
  /** Encrypts the keys in the database. The secret itself is stored outside the database. */
  secret: string;
  /** APIs for which a site may request JWT access tokens. */
  audiences?: readonly string[];
  /**
   * How long a rotated refresh token remains valid, in seconds, because the response to its first
   * use may have been lost. Default 5.
   */
  overlapSeconds?: number;
  /** How many sign-ins per minute one network may start, per process. Default 600. */
  signInsPerMinute?: number;
  /** The age in days after which keys are rotated. Default 90; 0 means only on request. */
  keyDays?: number;
  /** How many seconds a new key is published before it is used for signing. Default one hour. */
  keyLeadSeconds?: number;
  /**
   * The minimum time between two writes of a session that was used but not changed, in seconds.
   * Default 300.
   */
  sessionSaveSeconds?: number;
  /**
   * How long a process may use an outdated version of a client or of the gym's name, in seconds.
   * Default 5.
   */
  clientCacheSeconds?: number;
  /**
   * Returns the client's network address, for installations behind a proxy. Default: the address of
   * the connection.
   */
  addressOf?: (request: IncomingMessage) => string | undefined;
  /** Makes password guessing expensive for unfamiliar origins. Without it only the lockout applies. */
  proofOfWork?: ProofOfWork;
  now?: () => Date;
  log?: Log;
};

const keyCheckMs = 30_000;
const silentLog: Log = { error: () => {}, info: () => {}, debug: () => {} };

/**
 * Creates the identity provider: an OpenID Connect server that works with Auth0's browser SDKs
 * unchanged, and its sign-in pages. All its state is in the database, so several processes can run
 * in parallel.
 */
export function createIdentity(options: IdentityOptions) {
  const { connection, siteId, accounts, issuer, siteUrl, secret, log = silentLog, now = () => new Date() } = options;
  const { addressOf = ({ socket }) => socket.remoteAddress } = options;
  const { db } = connection;
  const base = URL.parse(issuer);
  if (!base || base.href !== issuer || base.pathname !== "/")
    throw new Error(`${issuer}: an issuer is an origin and a slash.`);
  const { clientCacheSeconds: cacheSeconds } = options;
  const { site, refresh: refreshSite } = createGymSite({ db, siteId, url: siteUrl, cacheSeconds });
  const { overlapSeconds = 5, signInsPerMinute = 600, keyDays = 90, keyLeadSeconds, sessionSaveSeconds } = options;
  const clients = createClients(db, siteId, now, options.clientCacheSeconds);
  const organizations = createOrganizations(db, siteId, now);
  const adapter = createStorage({
    connection,
    siteId,
    clients,
    now,
    overlapSeconds,
    ...(sessionSaveSeconds !== undefined && { sessionSaveSeconds }),
  });
  const limit = limitSignIns({ site, perMinute: signInsPerMinute });
  const keyOptions = { db, siteId, secret, now };

  /** The library reads its keys only once, so new keys need a new provider on the same storage. */
  function build(keys: Keys) {
    const { audiences = [] } = options;
    const provider = createProvider({ issuer, site, accounts, keys, adapter, audiences, organizations });
    const app: Koa = provider;
    app.on("error", (error: unknown, ctx?: Context) => logRequestError(log, error, "identity: unexpected", ctx));
    provider.on("server_error", (ctx, error) => {
      respondBusy(ctx, error);
      logRequestError(log, error, "identity: server error", ctx);
    });
    provider.use(refreshSite);
    provider.use(baseMiddleware({ site, log, isAlive: () => isAnswering(connection) }));
    provider.use(assets);
    provider.use(limit);
    provider.use(jsonBodies);
    provider.use(tokenErrors);
    provider.use(secondFactorGrant({ db, siteId, accounts, provider, now }));
    provider.use(recordSignIns(accounts));
    provider.use(logout({ provider, site, clients, deleteGrant: (id) => deleteGrant(db, siteId, id) }));
    provider.use(mailLinks({ site, accounts, clients, issuer, secret }));
    provider.use(interactions({ provider, site, accounts, issuer, proofOfWork: options.proofOfWork }));
    return provider.callback();
  }

  let fingerprint = "";
  let changesDate: Date | undefined;
  let handle: ReturnType<typeof build> | undefined;

  /** Starts using the current keys. Requests in progress finish with the keys they started with. */
  async function refreshKeys(): Promise<void> {
    const keys = await loadKeys(keyOptions);
    changesDate = keys.changesDate;
    if (keys.fingerprint === fingerprint) return;
    handle = build(keys);
    fingerprint = keys.fingerprint;
  }
  const started = refreshKeys();
  // `ready` reports this error. This handler prevents a crash in a process that never calls
  // `ready`.
  started.catch(() => {});

  const logFailure = (what: string, work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => log.error({ err: error }, `identity: ${what} failed`));
  };
  const keyTimer = setInterval(logFailure("reading the keys", refreshKeys), keyCheckMs);
  keyTimer.unref();
  // Applies a key change within a second of its date, not only at the next regular check.
  const keyDateTimer = setInterval(() => {
    if (!changesDate || changesDate > now()) return;
    changesDate = undefined;
    logFailure("taking up a key", refreshKeys)();
  }, 1000);
  keyDateTimer.unref();

  /**
   * Publishes new keys now, which are used for signing after the lead time. Returns whether any
   * keys were added, because another process may have added them first.
   */
  async function rotateKeys(onlyAfterDays?: number): Promise<boolean> {
    const rotation = {
      ...(keyLeadSeconds !== undefined && { leadSeconds: keyLeadSeconds }),
      ...(onlyAfterDays !== undefined && { onlyAfterDays }),
    };
    const added = [await rotate(keyOptions, "TOKENS", rotation), await rotate(keyOptions, "COOKIES", rotation)];
    if (added.includes(true)) await refreshKeys();
    return added.includes(true);
  }

  /** Deletes expired rows and rotates old keys. */
  async function sweep(): Promise<number> {
    await accounts.sweep();
    const swept = await sweepPayloads(db, siteId, now());
    await organizations.sweep();
    await sweepKeys(keyOptions);
    if (keyDays > 0) await rotateKeys(keyDays);
    return swept;
  }
  const sweepTimer = setInterval(logFailure("sweep", sweep), 60_000);
  sweepTimer.unref();

  return {
    /** Request handler for `http.createServer`. */
    handler(request: IncomingMessage, response: ServerResponse): void {
      // URLs and cookies are derived from host and protocol, so the values sent by a proxy or a
      // client are overwritten.
      request.headers.host = base.host;
      delete request.headers["x-forwarded-host"];
      request.headers["x-forwarded-for"] = addressOf(request) ?? "";
      request.headers["x-forwarded-proto"] = base.protocol.slice(0, -1);
      const answer = () => runWithRequestCache(() => handle?.(request, response));
      if (handle) answer();
      else
        started.then(answer, (error: unknown) => {
          log.error({ err: error }, "identity: could not start");
          response.writeHead(503).end();
        });
    },
    /**
     * Resolves when the keys are loaded. Errors: the secret does not decrypt them, or the database
     * cannot be reached.
     */
    async ready(): Promise<void> {
      await started;
    },
    /** Adds a client and returns its id. Errors: ClientAddressError. */
    addClient: clients.addClient,
    /** Adds the client with this id, or replaces it. Errors: ClientAddressError. */
    ensureClient: clients.ensureClient,
    organizations,
    /** Publishes new keys now. Errors: the secret does not decrypt the keys. */
    rotateKeys: () => rotateKeys(),
    listKeys: () => listKeys(keyOptions),
    /**
     * Checks now whether the signing or published keys have changed. Otherwise this happens within
     * half a minute.
     */
    refreshKeys,
    sweep,
    async stop(): Promise<void> {
      for (const timer of [sweepTimer, keyTimer, keyDateTimer]) clearInterval(timer);
      await started.catch(() => {});
    },
  };
}

export type Identity = ReturnType<typeof createIdentity>;
