import type { IncomingMessage, ServerResponse } from "node:http";
import type { Accounts } from "@uola/accounts";
import { type Connection, isAnswering } from "@uola/database";
import type Koa from "koa";
import { createClients } from "./clients.ts";
import { interactions } from "./interactions.ts";
import { jsonBodies } from "./json-bodies.ts";
import { type Keys, listKeys, loadKeys, rotateKeys as rotate, sweepKeys } from "./keys.ts";
import { limitSignIns } from "./limits.ts";
import { logout } from "./logout.ts";
import { mailLinks } from "./mail-links.ts";
import { notedSignIns } from "./record-sign-ins.ts";
import { createOrganizations } from "./organizations.ts";
import { assets } from "./pages/assets.ts";
import { createProvider } from "./provider.ts";
import { secondFactorGrant } from "./second-factor-grant.ts";
import { giveWay, housekeeping, type Log } from "./maintenance.ts";
import { asOneRequest, createStorage, deleteGrant, sweepPayloads } from "./storage.ts";
import { tokenErrors } from "./token-errors.ts";
import type { ProofOfWork } from "./screen.ts";

export type IdentityOptions = {
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  /** Where this provider is reached; ends with a slash, has no path. On https a proxy that ends TLS stands before it. */
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
  /** How many sign-ins may be begun from one network in a minute, for each process; 600 unless told. */
  signInsPerMinute?: number;
  /** After how many days new keys follow; 90 unless told, 0 = only when asked to. */
  keyDays?: number;
  /** How long a new key is published before it signs, in seconds; an hour unless told. */
  keyLeadSeconds?: number;
  /** How often at most a session is written merely because it was used, in seconds; 300 unless told. */
  sessionSaveSeconds?: number;
  /** How long another process may go on with what a client was before it was changed, in seconds; 5 unless told. */
  clientCacheSeconds?: number;
  /** Where a request comes from, where somebody stands before us; from where it was connected, unless told. */
  addressOf?: (request: IncomingMessage) => string | undefined;
  /** Makes guessing on dear for strangers; without it they only meet the pauses. */
  proofOfWork?: ProofOfWork;
  now?: () => Date;
  log?: Log;
};

const keyLookMs = 30_000;
const silent: Log = { error: () => {}, info: () => {} };

/**
 * The identity provider: an OpenID Connect server that Auth0's browser SDKs work with unchanged, and its sign-in pages.
 * Everything it knows is in the database, so several may run side by side.
 */
export function createIdentity(options: IdentityOptions) {
  const { connection, siteId, accounts, issuer, siteUrl, secret, log = silent, now = () => new Date() } = options;
  const { addressOf = ({ socket }) => socket.remoteAddress } = options;
  const { db } = connection;
  const base = URL.parse(issuer);
  if (!base || base.href !== issuer || base.pathname !== "/")
    throw new Error(`${issuer}: an issuer is an origin and a slash.`);
  const site = { name: options.siteName ?? "Uola", url: siteUrl };
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

  /** The library reads its keys once, so other keys are another provider on the same storage. */
  function build(keys: Keys) {
    const { audiences = [] } = options;
    const provider = createProvider({ issuer, site, accounts, keys, adapter, audiences, organizations });
    const app: Koa = provider;
    app.on("error", (error: unknown) => log.error({ err: error }, "identity: unexpected"));
    provider.on("server_error", (ctx, error) => {
      giveWay(ctx, error);
      log.error({ err: error }, "identity: server error");
    });
    provider.use(housekeeping({ site, log, isAlive: () => isAnswering(connection) }));
    provider.use(assets);
    provider.use(limit);
    provider.use(jsonBodies);
    provider.use(tokenErrors);
    provider.use(secondFactorGrant({ db, siteId, accounts, provider, now }));
    provider.use(notedSignIns(accounts));
    provider.use(logout({ provider, site, clients, deleteGrant: (id) => deleteGrant(db, siteId, id) }));
    provider.use(mailLinks({ site, accounts, clients, issuer, secret }));
    provider.use(interactions({ provider, site, accounts, issuer, proofOfWork: options.proofOfWork }));
    return provider.callback();
  }

  let mark = "";
  let changesDate: Date | undefined;
  let handle: ReturnType<typeof build> | undefined;

  /** Takes up the keys of this moment; requests under way end with the ones they began with. */
  async function refreshKeys(): Promise<void> {
    const keys = await loadKeys(keyOptions);
    changesDate = keys.changesDate;
    if (keys.mark === mark) return;
    handle = build(keys);
    mark = keys.mark;
  }
  const started = refreshKeys();
  // asked for by `ready`; a process that never asks must not die of it
  started.catch(() => {});

  const unlessItFails = (what: string, work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => log.error({ err: error }, `identity: ${what} failed`));
  };
  const looking = setInterval(unlessItFails("looking at the keys", refreshKeys), keyLookMs);
  looking.unref();
  // a key's date is kept to the second, not to the next look
  const waiting = setInterval(() => {
    if (!changesDate || changesDate > now()) return;
    changesDate = undefined;
    unlessItFails("taking up a key", refreshKeys)();
  }, 1000);
  waiting.unref();

  /** New keys are published now and sign after the lead time. Gives whether they were added: another may have been first. */
  async function rotateKeys(onlyAfterDays?: number): Promise<boolean> {
    const how = {
      ...(keyLeadSeconds !== undefined && { leadSeconds: keyLeadSeconds }),
      ...(onlyAfterDays !== undefined && { onlyAfterDays }),
    };
    const added = [await rotate(keyOptions, "TOKENS", how), await rotate(keyOptions, "COOKIES", how)];
    if (added.includes(true)) await refreshKeys();
    return added.includes(true);
  }

  /** Deletes what has expired, and lets new keys follow old ones. */
  async function sweep(): Promise<number> {
    await accounts.sweep();
    const swept = await sweepPayloads(db, siteId, now());
    await organizations.sweep();
    await sweepKeys(keyOptions);
    if (keyDays > 0) await rotateKeys(keyDays);
    return swept;
  }
  const sweeping = setInterval(unlessItFails("sweep", sweep), 60_000);
  sweeping.unref();

  return {
    /** For `http.createServer`. */
    handler(request: IncomingMessage, response: ServerResponse): void {
      // one name and one protocol, whatever a proxy or a stranger says: addresses and cookies are made from them
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
    /** Resolves when the keys are loaded. Errors: the secret does not open them; the database cannot be reached. */
    async ready(): Promise<void> {
      await started;
    },
    /** Adds a client and gives its id. Errors: ClientAddressError. */
    addClient: clients.addClient,
    /** Adds the client of this id, or changes it to be exactly this. Errors: ClientAddressError. */
    ensureClient: clients.ensureClient,
    organizations,
    /** Errors: the secret does not open the keys. */
    rotateKeys: () => rotateKeys(),
    listKeys: () => listKeys(keyOptions),
    /** Looks now whether other keys sign or are published; otherwise it happens by itself, within half a minute. */
    refreshKeys,
    sweep,
    async stop(): Promise<void> {
      for (const timer of [sweeping, looking, waiting]) clearInterval(timer);
      await started.catch(() => {});
    },
  };
}

export type Identity = ReturnType<typeof createIdentity>;
