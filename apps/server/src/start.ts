import type { RequestListener } from "node:http";
import { join } from "node:path";
import { type AccountOptions, type Accounts, createAccounts, defaultLockout } from "@uola/accounts";
import { settingsKeyName } from "@uola/contract";
import { type Connection, migrate, openDatabase, startEmbedded } from "@uola/database";
import { createIdentity } from "@uola/identity";
import { type Changes, createChanges, type Platform } from "@uola/kernel";
import { newApiKey, platformClient, proofOfWork } from "@uola/members";
import { createCounter, createErrorCollector, gatewaySms, smtpTransport } from "@uola/messaging";
import { type Collect, createSite, siteRelease, siteSources, whileStarting } from "@uola/web/server";
import type { Logger } from "pino";
import { replaceApiKey } from "./api-keys.ts";
import { type BootstrapResult, ensureApps, ensureSite, localizedUrls } from "./bootstrap.ts";
import { redirectToCanonicalHost } from "./canonical-host.ts";
import { seedDemo } from "./demo/demo.ts";
import { type Listener, listen, listenerOf, requestSeconds, withCommonHeaders } from "./listener.ts";
import type { SubscribeToErrors } from "./log.ts";
import { createPlatform } from "./platform/platform.ts";
import { type AddressOf, addressBehind } from "./proxies.ts";
import { identitySecretOf, storedSecret } from "./secrets.ts";
import { type Part, parts, type Settings } from "./settings.ts";
import { StartError } from "./start-errors.ts";

export type RunningServer = {
  urls: Record<Part, string>;
  /** An API key with all permissions; set only in the demo. */
  ownerApiKey: string | undefined;
  hasDemoPeople: boolean;
  /** Resolves when the database has stopped unexpectedly. */
  lost: Promise<void>;
  /** Waits for active requests, then stops all parts in the reverse order of the start. */
  stop(): Promise<void>;
};

type StartOptions = {
  settings: Settings;
  /** The parts served by this process; all parts by default. */
  only?: readonly Part[];
  /** Whether to serve the site from its source files. */
  dev?: boolean;
  log: Logger;
  /** Subscribes to errors in the log, which are then stored and reported. */
  onError?: SubscribeToErrors;
  say?: (line: string) => void;
};

/**
 * Starts all parts required by the settings. If a step fails, everything opened by the earlier
 * steps is closed again.
 */
export async function start(options: StartOptions): Promise<RunningServer> {
  const opened = new AsyncDisposableStack();
  try {
    return await openAll(options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openAll(
  { settings, only = parts, dev = false, log, onError, say = () => {} }: StartOptions,
  opened: AsyncDisposableStack,
): Promise<RunningServer> {
  const { ports, demo, dataDir } = settings;
  const listeners = new Map<Part, Listener>();
  const closeListeners = async () => {
    await Promise.all([...listeners.values()].map((listener) => listener.close()));
  };
  opened.defer(closeListeners);
  for (const part of only) {
    const seconds = part === "platform" ? requestSeconds.files : requestSeconds.default;
    const starting = part === "site" ? whileStarting(startingPageFile(settings)) : undefined;
    listeners.set(part, await listen(ports[part], settings.listenAddress, seconds, starting));
  }
  const urlOf = (part: Part) => settings.urls[part] ?? `http://localhost:${listeners.get(part)?.port ?? ports[part]}`;
  const urls = { site: urlOf("site"), platform: urlOf("platform"), identity: urlOf("identity") };

  const { url, lost } = await openData(settings, opened, say);
  const applied = await migrate(url);
  if (applied.length > 0) say(`Migrated the database: ${applied.join(", ")}`);
  const { slowStatementMs: ms } = settings;
  const slow = ms === undefined ? undefined : { ms, report: (found: object) => log.warn(found, "slow statement") };
  const connection = openDatabase({ url, ...(slow && { slow }) });
  opened.defer(connection.close);

  const { db } = connection;
  const site = await ensureSite(db, new Date());
  if (site.demo && !demo) {
    throw new StartError(
      "This database holds demo people, whose passwords everybody knows: it is served as a demo on this machine only. Set UOLA_DEMO=on, or start on a new database.",
    );
  }
  const siteId = site.id;
  const apps = await ensureApps(
    db,
    siteId,
    { urls, clientId: settings.clientId, identityClientId: settings.identityClientId },
    new Date(),
  );
  const accounts = createAccounts({ db, siteId, secret: identitySecretOf(settings), ...accountOptionsOf(settings) });
  const ownerApiKey = settings.ownerApiKey ?? (demo ? storedSecret(dataDir, "owner.key", newApiKey) : undefined);
  if (only.includes("platform")) {
    await replaceApiKey(db, siteId, { key: ownerApiKey, name: settingsKeyName }, new Date());
  }

  // The gym must exist before the platform creates its sessions.
  const isSeeded = demo && (await seedDemo({ connection, siteId, accounts }));
  if (isSeeded) say("Filled the database with the demo gym");

  const addressOf = addressBehind(settings.trustedProxies);
  const server: ServerParts = { settings, addressOf, urls, connection, siteId, accounts, apps, log, dev };
  const platform = only.includes("platform") ? await openPlatform(server, opened) : undefined;
  const serve = (part: Part, handler: RequestListener) =>
    listeners.get(part)?.open(withCommonHeaders(handler, urls[part], dev || demo));
  if (only.includes("identity")) serve("identity", await openIdentity(server, opened));
  if (platform) serve("platform", listenerOf(platform.fetch, addressOf));
  const collect = collecting(server, onError, opened);
  if (only.includes("site")) {
    serve("site", redirectToCanonicalHost(await openSite(server, platform, collect, opened), urls.site));
  }

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= closeListeners().then(() => opened.disposeAsync());
    return stopping;
  };
  return { urls, ownerApiKey: demo ? ownerApiKey : undefined, hasDemoPeople: isSeeded || site.demo, lost, stop };
}

/** The page shown to browsers while the site starts, as stored by the previous run. */
const startingPageFile = ({ dataDir }: Settings) => join(dataDir, "away.json");

/** Returns the settings that concern accounts. */
function accountOptionsOf({
  secondFactorRequired,
  limits,
}: Settings): Omit<AccountOptions, "db" | "siteId" | "secret"> {
  const { registrationsPerMinute, guessesPerAccount, guessesPerNetwork } = limits;
  const { account, network } = defaultLockout;
  return {
    secondFactorRequired,
    lockout: {
      account: { ...account, after: guessesPerAccount ?? account.after },
      network: { ...network, after: guessesPerNetwork ?? network.after },
    },
    limits: registrationsPerMinute ? { registrations: { per: 60, atMost: registrationsPerMinute } } : {},
  };
}

type ServerParts = {
  settings: Settings;
  addressOf: AddressOf;
  urls: Record<Part, string>;
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  apps: BootstrapResult;
  log: Logger;
  dev: boolean;
};

/** Opens the database at DATABASE_URL, or the embedded one. */
async function openData({ databaseUrl, dataDir }: Settings, opened: AsyncDisposableStack, say: (line: string) => void) {
  if (databaseUrl) return { url: databaseUrl, lost: new Promise<void>(() => {}) };
  const embedded = await startEmbedded({ dataDir, log: say });
  let isStopping = false;
  opened.defer(() => {
    isStopping = true;
    return embedded.stop();
  });
  const lost = new Promise<void>((resolve) => {
    void embedded.ended.then(() => {
      if (!isStopping) resolve();
    });
  });
  return { url: embedded.url, lost };
}

async function openPlatform(
  { settings, urls, connection, siteId, accounts, log }: ServerParts,
  opened: AsyncDisposableStack,
) {
  const mail = settings.smtpUrl ? smtpTransport(settings.smtpUrl) : undefined;
  if (mail) opened.defer(async () => mail.close());
  const platform = createPlatform({
    connection,
    siteId,
    accounts,
    urls,
    log,
    mail,
    sms: settings.smsGateway && gatewaySms(settings.smsGateway),
    demo: settings.demo,
    captcha: settings.captcha,
    providerUrls: settings.providerUrls,
    webhooks: { toPrivateAddresses: settings.toPrivateAddresses },
    sentry: settings.sentry,
    connections: { toPrivateAddresses: settings.toPrivateAddresses },
    media: settings.media,
    backgroundWork: settings.backgroundWork,
  });
  opened.defer(() => platform.stop());
  await platform.start();
  return platform;
}

async function openIdentity(
  { settings, addressOf, urls, connection, siteId, accounts, apps, log }: ServerParts,
  opened: AsyncDisposableStack,
) {
  const secret = identitySecretOf(settings);
  const issuer = `${urls.identity}/`;
  const audiences = [urls.platform];
  const { signInsPerMinute } = settings.limits;
  const identity = createIdentity({
    connection,
    siteId,
    accounts,
    issuer,
    siteUrl: urls.site,
    secret,
    audiences,
    addressOf,
    proofOfWork: proofOfWork({ db: connection.db, siteId, accounts, now: () => new Date() }),
    log,
    ...(signInsPerMinute && { signInsPerMinute }),
  });
  opened.defer(() => identity.stop());
  await identity.ready();
  await identity.ensureClient(apps.identityClientId, {
    name: "Uola",
    callbacks: localizedUrls(urls.site, "/callback/"),
    logouts: [urls.site, ...localizedUrls(urls.site, "/")],
    firstParty: true,
  });
  await identity.ensureClient(platformClient.id, {
    name: "Uola",
    callbacks: [`${urls.platform}${platformClient.callbackPath}`],
    logouts: [`${urls.platform}${platformClient.signedOutPath}`],
    firstParty: true,
  });
  return identity.handler;
}

/** Stores errors from browsers and from this process, and counts page views. */
function collecting(
  { settings, connection: { db }, siteId, accounts, log }: ServerParts,
  onError: SubscribeToErrors | undefined,
  opened: AsyncDisposableStack,
): Collect {
  const common = { db, siteId, accounts, log };
  const toSentry = settings.sentry !== undefined;
  const errors = createErrorCollector({ ...common, release: siteRelease(), resolve: siteSources(), toSentry });
  const counter = createCounter(common);
  const unsubscribe = onError?.(errors.fromServer);
  opened.defer(async () => {
    unsubscribe?.();
    await Promise.all([errors.stop(), counter.stop()]);
  });
  return { error: errors.fromBrowser, view: counter.view, vitals: counter.vitals, consent: counter.consent };
}

async function openSite(
  server: ServerParts,
  platform: Platform | undefined,
  collect: Collect,
  opened: AsyncDisposableStack,
): Promise<RequestListener> {
  const { urls, apps, log, dev } = server;
  const { clientId, identityClientId, idpConnectionId } = apps;
  const site = createSite({
    // If site and platform run in one process, the site calls the platform directly instead of over
    // HTTP.
    platform: platform ? { url: urls.platform, fetch: platform.fetch } : { url: urls.platform },
    urls,
    clientId,
    identityClientId,
    idpConnectionId,
    collect,
    awayFile: startingPageFile(server.settings),
    changes: platform?.changes ?? (await subscribeToChanges(server, opened)),
    log,
    dev,
  });
  opened.defer(() => site.stop());
  await site.ready;
  const rest = listenerOf(site.fetch, server.addressOf);
  return (request, response) => site.node(request, response, () => rest(request, response));
}

/**
 * A site that runs without the platform must still be notified of changes, so that it can clear its
 * cached pages.
 */
async function subscribeToChanges(
  { connection, siteId, log }: ServerParts,
  opened: AsyncDisposableStack,
): Promise<Changes> {
  const changes = createChanges(connection, siteId, log);
  opened.defer(() => changes.stop());
  await changes.start();
  return changes;
}
