import type { Accounts } from "@uola/accounts";
import type { Connection, Database } from "@uola/database";
import type { SendMailOptions } from "nodemailer";
import { type Logger, pino } from "pino";
import { type CallerResolver, createCallerResolver } from "./caller-resolver.ts";
import { type Changes, createChanges } from "./changes.ts";
import { createEventRegistry, type EventRegistry } from "./events.ts";
import { createTokenSigner, type TokenSigner } from "./token-signer.ts";

/** What sends a rendered mail; nodemailer's transporter is one. */
export type MailTransport = { sendMail(mail: SendMailOptions): Promise<unknown> };

/** Origins without a slash at the end. */
export type Urls = { site: string; platform: string; identity: string };

/** What every feature is given. */
export type Context = {
  connection: Connection;
  db: Database;
  siteId: string;
  /** The people of the site and their credentials. */
  accounts: Accounts;
  urls: Urls;
  now: () => Date;
  log: Logger;
  mail: MailTransport | undefined;
  demo: boolean;
  changes: Changes;
  tokenSigner: TokenSigner;
  callerResolver: CallerResolver;
  /** What happens within transactions, and who acts in them. */
  events: EventRegistry;
};

/** What works by itself from `start` on, such as the workers of a queue. `stop` returns when nothing of it runs any more. */
export type BackgroundService = { start(): Promise<void>; stop(): Promise<void> };

/** What a platform stands on. */
export type ContextOptions = {
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  urls: Urls;
  log?: Logger;
  now?: () => Date;
  /** Without one, mails are rendered and kept, not sent. */
  mail?: MailTransport | undefined;
  demo?: boolean;
  /** Those of the process, where something else in it publishes or hears changes too. */
  changes?: Changes;
};

/** The context of one site in one process. Its caches forget what other processes change once `changes` is started. */
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
