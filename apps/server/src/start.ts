import type { RequestListener } from "node:http";
import { type AccountOptions, type Accounts, createAccounts, defaultLockout } from "@uola/accounts";
import { type Connection, migrate, openDatabase, startEmbedded } from "@uola/database";
import { createIdentity } from "@uola/identity";
import { type Changes, createChanges, type Platform } from "@uola/kernel";
import { platformClient, proofOfWork } from "@uola/members";
import { gatewaySms, smtpTransport } from "@uola/messaging";
import { createSite } from "@uola/site/server";
import type { Logger } from "pino";
import { newApiKey, replaceApiKey } from "./api-keys.ts";
import { ensureGround, ensureSite, type Ground } from "./bootstrap.ts";
import { fillDemo } from "./demo/demo.ts";
import { type Door, listenerOf, sendingSeconds, takePort, withSafeHeaders } from "./listener.ts";
import { createPlatform } from "./platform/platform.ts";
import { type AddressOf, addressBehind } from "./proxies.ts";
import { identitySecretOf, keptSecret } from "./secrets.ts";
import { type Part, parts, type Settings } from "./settings.ts";
import { StartError } from "./start-errors.ts";

export type Running = {
  urls: Record<Part, string>;
  /** In demo: a key that may do everything. */
  ownerApiKey: string | undefined;
  hasDemoPeople: boolean;
  /** Settles when the database has ended without being asked. */
  lost: Promise<void>;
  /** Lets requests under way finish, then stops everything in the order opposite to the start. */
  stop(): Promise<void>;
};

type How = {
  settings: Settings;
  /** The parts this process serves; all of them unless told. */
  only?: readonly Part[];
  /** Serve the site from its sources. */
  dev?: boolean;
  log: Logger;
  say?: (line: string) => void;
};

/** From settings to three open doors. Whatever goes wrong on the way, what was opened is closed again. */
export async function start(how: How): Promise<Running> {
  const opened = new AsyncDisposableStack();
  try {
    return await openAll(how, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openAll(
  { settings, only = parts, dev = false, log, say = () => {} }: How,
  opened: AsyncDisposableStack,
): Promise<Running> {
  const { ports, demo, dataDir } = settings;
  const doors = new Map<Part, Door>();
  const closeDoors = async () => {
    await Promise.all([...doors.values()].map((door) => door.close()));
  };
  opened.defer(closeDoors);
  for (const part of only) {
    const seconds = part === "platform" ? sendingSeconds.files : sendingSeconds.usual;
    doors.set(part, await takePort(ports[part], settings.listenAddress, seconds));
  }
  const urlOf = (part: Part) => settings.urls[part] ?? `http://localhost:${doors.get(part)?.port ?? ports[part]}`;
  const urls = { site: urlOf("site"), platform: urlOf("platform"), identity: urlOf("identity") };

  const { url, lost } = await openData(settings, opened, say);
  const applied = await migrate(url);
  if (applied.length > 0) say(`Migrated the database: ${applied.join(", ")}`);
  const connection = openDatabase({ url });
  opened.defer(connection.close);

  const { db } = connection;
  const site = await ensureSite(db, new Date());
  if (site.demo && !demo) {
    throw new StartError(
      "This database holds demo people, whose passwords everybody knows: it is served as a demo on this machine only. Set UOLA_DEMO=on, or start on a new database.",
    );
  }
  const siteId = site.id;
  const ground = await ensureGround(
    db,
    siteId,
    { urls, clientId: settings.clientId, identityClientId: settings.identityClientId },
    new Date(),
  );
  const accounts = createAccounts({ db, siteId, secret: identitySecretOf(settings), ...rulesOf(settings) });
  const ownerApiKey = settings.ownerApiKey ?? (demo ? keptSecret(dataDir, "owner.key", newApiKey) : undefined);
  if (only.includes("platform")) {
    await replaceApiKey(db, siteId, { key: ownerApiKey, name: "OWNER_API_KEY" }, new Date());
  }

  // The gym has to be there before the platform makes its sessions.
  const filled = demo && (await fillDemo({ connection, siteId, accounts }));
  if (filled) say("Filled the database with the demo gym");

  const addressOf = addressBehind(settings.trustedProxies);
  const house: House = { settings, addressOf, urls, connection, siteId, accounts, ground, log, dev };
  const platform = only.includes("platform") ? await openPlatform(house, opened) : undefined;
  const openDoor = (part: Part, handler: RequestListener) =>
    doors.get(part)?.open(withSafeHeaders(handler, urls[part]));
  if (only.includes("identity")) openDoor("identity", await openIdentity(house, opened));
  if (platform) openDoor("platform", listenerOf(platform.fetch, addressOf));
  if (only.includes("site")) openDoor("site", await openSite(house, platform, opened));

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= closeDoors().then(() => opened.disposeAsync());
    return stopping;
  };
  return { urls, ownerApiKey: demo ? ownerApiKey : undefined, hasDemoPeople: filled || site.demo, lost, stop };
}

/** What of the settings is about people. */
function rulesOf({ secondFactorRequired, limits }: Settings): Omit<AccountOptions, "db" | "siteId" | "secret"> {
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

type House = {
  settings: Settings;
  addressOf: AddressOf;
  urls: Record<Part, string>;
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  ground: Ground;
  log: Logger;
  dev: boolean;
};

/** The database that is given, or our own. */
async function openData({ databaseUrl, dataDir }: Settings, opened: AsyncDisposableStack, say: (line: string) => void) {
  if (databaseUrl) return { url: databaseUrl, lost: new Promise<void>(() => {}) };
  const embedded = await startEmbedded({ dataDir, log: say });
  let asked = false;
  opened.defer(() => {
    asked = true;
    return embedded.stop();
  });
  const lost = new Promise<void>((resolve) => {
    void embedded.ended.then(() => {
      if (!asked) resolve();
    });
  });
  return { url: embedded.url, lost };
}

async function openPlatform(
  { settings, urls, connection, siteId, accounts, log }: House,
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
    webhooks: { toPrivateAddresses: settings.toPrivateAddresses },
    connections: { toPrivateAddresses: settings.toPrivateAddresses },
    media: settings.media,
    backgroundWork: settings.backgroundWork,
  });
  opened.defer(() => platform.stop());
  await platform.start();
  return platform;
}

async function openIdentity(
  { settings, addressOf, urls, connection, siteId, accounts, ground, log }: House,
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
  await identity.ensureClient(ground.identityClientId, {
    name: "Uola",
    callbacks: [`${urls.site}/callback/`],
    logouts: [urls.site, `${urls.site}/`],
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

async function openSite(
  house: House,
  platform: Platform | undefined,
  opened: AsyncDisposableStack,
): Promise<RequestListener> {
  const { urls, ground, log, dev } = house;
  const { clientId, identityClientId, idpConnectionId } = ground;
  const site = createSite({
    // In one process the site reads the platform by a call, not by a connection.
    platform: platform ? { url: urls.platform, fetch: platform.fetch } : { url: urls.platform },
    urls,
    clientId,
    identityClientId,
    idpConnectionId,
    changes: platform?.changes ?? (await hear(house, opened)),
    log,
    dev,
  });
  opened.defer(() => site.stop());
  await site.ready;
  const rest = listenerOf(site.fetch, house.addressOf);
  return (request, response) => site.node(request, response, () => rest(request, response));
}

/** What other processes say has changed: a site by itself has to be told, too. */
async function hear({ connection, siteId, log }: House, opened: AsyncDisposableStack): Promise<Changes> {
  const changes = createChanges(connection, siteId, log);
  opened.defer(() => changes.stop());
  await changes.start();
  return changes;
}
