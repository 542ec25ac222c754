import type { Accounts } from "@uola/accounts";
import type { Connection, Database } from "@uola/database";
import type { SendMailOptions } from "nodemailer";
import { type Logger, pino } from "pino";
import { type CallerResolver, createCallerResolver } from "./caller-resolver.ts";
import { type Changes, createChanges } from "./changes.ts";
import { createEventRegistry, type EventRegistry } from "./events.ts";
import { createTokenSigner, type TokenSigner } from "./token-signer.ts";

/** Sends rendered e-mails; compatible with nodemailer's transporter. */
export type MailTransport = { sendMail(mail: SendMailOptions): Promise<unknown> };

/** Origins without a trailing slash. */
export type Urls = { site: string; platform: string; identity: string };

/** The context passed to every feature. */
export type Context = {
  connection: Connection;
  db: Database;
  siteId: string;
  /** The site's accounts and their credentials. */
  accounts: Accounts;
  urls: Urls;
  now: () => Date;
  log: Logger;
  mail: MailTransport | undefined;
  demo: boolean;
  changes: Changes;
  tokenSigner: TokenSigner;
  callerResolver: CallerResolver;
  /** Registry of events that occur within transactions, and of their subscribers. */
  events: EventRegistry;
};

/**
 * A service that runs between `start` and `stop`, such as the workers of a queue. `stop` resolves
 * when no part of the service is running.
 */
export type BackgroundService = { start(): Promise<void>; stop(): Promise<void> };

export type ContextOptions = {
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  urls: Urls;
  log?: Logger;
  now?: () => Date;
  /** Without a transport, e-mails are rendered and stored, but not sent. */
  mail?: MailTransport | undefined;
  demo?: boolean;
  /** The change notifications of the process, if other parts of it use them too. */
  changes?: Changes;
};

/**
 * Creates the context of one site in one process. Caches see changes by other processes only after
 * `changes` is started.
 */
export function createContext({
  connection,
  siteId,
  accounts,
  urls,
  log = pino({ level: "silent" }),
  now = () => new Date(),
  mail,
  demo = false,
  changes = createChanges(connection, siteId, log),
}: ContextOptions): Context {
  const { db } = connection;
  const tokenSigner = createTokenSigner({ db, siteId, accounts, now });
  const callerResolver = createCallerResolver(db, siteId, tokenSigner, now);
  changes.subscribe(["account"], () => callerResolver.forget());
  return {
    connection,
    db,
    siteId,
    accounts,
    urls,
    now,
    log,
    mail,
    demo,
    changes,
    tokenSigner,
    callerResolver,
    events: createEventRegistry(),
  };
}
