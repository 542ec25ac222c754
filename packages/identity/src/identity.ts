import type { IncomingMessage, ServerResponse } from "node:http";
import type { Accounts } from "@uola/accounts";
import { type Connection, isAnswering } from "@uola/database";
import type { Context, default as Koa } from "koa";
import { createClients } from "./clients.ts";
import { createGymSite } from "./gym-site.ts";
import { interactions } from "./interactions.ts";
import { jsonBodies } from "./json-bodies.ts";
import { type Keys, listKeys, loadKeys, rotateKeys as rotate, sweepKeys } from "./keys.ts";
import { limitSignIns } from "./limits.ts";
import { logout } from "./logout.ts";
import { mailLinks } from "./mail-links.ts";
import { answerBusy, housekeeping, type Log, logRequestError } from "./maintenance.ts";
import { createOrganizations } from "./organizations.ts";
import { assets } from "./pages/assets.ts";
import { createProvider } from "./provider.ts";
import { recordSignIns } from "./record-sign-ins.ts";
import type { ProofOfWork } from "./screen.ts";
import { secondFactorGrant } from "./second-factor-grant.ts";
import { asOneRequest, createStorage, deleteGrant, sweepPayloads } from "./storage.ts";
import { tokenErrors } from "./token-errors.ts";

export type IdentityOptions = {
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  /**
   * The public address of this provider. It ends with a slash and has no path. With https, a proxy terminates TLS in
   * front of it.
   */
  issuer: string;
  /** The site people come from and return to. */
  siteUrl: string;
  /** Encrypts the keys in the database; it is stored outside the database. */
  secret: string;
  /** APIs for which a site may request JWT access tokens. */
  audiences?: readonly string[];
  /**
   * How long a rotated refresh token still works, because the response to its first use may have been lost. Default 5.
   */
  overlapSeconds?: number;
  /** How many sign-ins one network may start in a minute, in each process. Default 600. */
  signInsPerMinute?: number;
  /** After how many days new keys replace old ones. Default 90; 0 means only on request. */
  keyDays?: number;
  /** How many seconds a new key is published before it signs. Default one hour. */
  keyLeadSeconds?: number;
  /** The shortest time between two writes of a session that was merely used, in seconds. Default 300. */
  sessionSaveSeconds?: number;
  /** How long a process may use the old version of a client, or the gym's old name, in seconds. Default 5. */
  clientCacheSeconds?: number;
  /** The client's address, for when a proxy stands in front of us. Default: the address of the connection. */
  addressOf?: (request: IncomingMessage) => string | undefined;
  /** Makes guessing expensive for unfamiliar origins. Without it only the lockout applies. */
  proofOfWork?: ProofOfWork;
  now?: () => Date;
  log?: Log;
};

const keyCheckMs = 30_000;
const silentLog: Log = { error: () => {}, info: () => {}, debug: () => {} };

/**
 * The identity provider: an OpenID Connect server that Auth0's browser SDKs work with unchanged, and its sign-in pages.
 * All its state is in the database, so several processes may run side by side.
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
      answerBusy(ctx, error);
      logRequestError(log, error, "identity: server error", ctx);
    });
    provider.use(refreshSite);
    provider.use(housekeeping({ site, log, isAlive: () => isAnswering(connection) }));
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

  /** Starts using the current keys. Requests under way finish with the ones they began with. */
  async function refreshKeys(): Promise<void> {
    const keys = await loadKeys(keyOptions);
    changesDate = keys.changesDate;
    if (keys.fingerprint === fingerprint) return;
    handle = build(keys);
    fingerprint = keys.fingerprint;
  }
  const started = refreshKeys();
  // `ready` reports this error; a process that never calls it must not crash.
  started.catch(() => {});

  const logFailure = (what: string, work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => log.error({ err: error }, `identity: ${what} failed`));
  };
  const keyTimer = setInterval(logFailure("reading the keys", refreshKeys), keyCheckMs);
  keyTimer.unref();
  // A key's date holds to the second, not only to the next check.
  const keyDateTimer = setInterval(() => {
    if (!changesDate || changesDate > now()) return;
    changesDate = undefined;
    logFailure("taking up a key", refreshKeys)();
  }, 1000);
  keyDateTimer.unref();

  /**
   * Publishes new keys now, which sign after the lead time. Returns whether any were added: another process may have
   * been first.
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
    /** For `http.createServer`. */
    handler(request: IncomingMessage, response: ServerResponse): void {
      // Addresses and cookies are derived from host and protocol, so what a proxy or a client claims about them is
      // overwritten.
      request.headers.host = base.host;
      delete request.headers["x-forwarded-host"];
      request.headers["x-forwarded-for"] = addressOf(request) ?? "";
      request.headers["x-forwarded-proto"] = base.protocol.slice(0, -1);
      const answer = () => asOneRequest(() => handle?.(request, response));
      if (handle) answer();
      else
        started.then(answer, (error: unknown) => {
          log.error({ err: error }, "identity: could not start");
          response.writeHead(503).end();
        });
    },
    /** Resolves when the keys are loaded. Errors: the secret does not decrypt them; the database cannot be reached. */
    async ready(): Promise<void> {
      await started;
    },
    /** Adds a client and returns its id. Errors: ClientAddressError. */
    addClient: clients.addClient,
    /** Adds the client with this id, or replaces it. Errors: ClientAddressError. */
    ensureClient: clients.ensureClient,
    organizations,
    /** Errors: the secret does not decrypt the keys. */
    rotateKeys: () => rotateKeys(),
    listKeys: () => listKeys(keyOptions),
    /** Checks now whether other keys sign or are published. Otherwise this happens within half a minute. */
    refreshKeys,
    sweep,
    async stop(): Promise<void> {
      for (const timer of [sweepTimer, keyTimer, keyDateTimer]) clearInterval(timer);
      await started.catch(() => {});
    },
  };
}

export type Identity = ReturnType<typeof createIdentity>;
