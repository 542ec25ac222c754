import type { Accounts } from "@uola/accounts";
import { contract } from "@uola/contract";
import type { Connection } from "@uola/database";
import { type Logger, pino } from "pino";
import { authentication } from "./features/authentication/authentication.ts";
import { availability, holdEnding, holds } from "./features/availability/availability.ts";
import { bookingHandlers } from "./features/bookings/bookings.ts";
import { business, createBusinessLists, locations } from "./features/business/business.ts";
import { type CaptchaSettings, createCaptchaGate } from "./features/captcha/captcha.ts";
import { collectionSweeping, collections } from "./features/collections/collections.ts";
import { type ConnectionSettings, connections, createExternalDatabases } from "./features/connections/connections.ts";
import { content } from "./features/content/content.ts";
import { editing, publishing } from "./features/editing/editing.ts";
import { history } from "./features/history/history.ts";
import { importsAndExports, importWork } from "./features/imports/imports.ts";
import { indexBuilding, indexes } from "./features/indexes/indexes.ts";
import { items } from "./features/items/items.ts";
import { createAdmission } from "./features/limits/limits.ts";
import { createLibrary, type MediaSettings, media, mediaPages, mediaWork } from "./features/media/media.ts";
import { members } from "./features/members/members.ts";
import {
  calendarHandlers,
  notifications,
  reminders,
  type SmsTransport,
} from "./features/notifications/notifications.ts";
import { people } from "./features/people/people.ts";
import { recovery, verification } from "./features/recovery/recovery.ts";
import { resources } from "./features/resources/resources.ts";
import { schedules, sessionMaking } from "./features/schedules/schedules.ts";
import { security } from "./features/security/security.ts";
import { categories, forms, jobs, plans, policies, serviceJobs, services } from "./features/services/services.ts";
import { authorizePages, logout, logoutPages, tokens, tokensWork } from "./features/tokens/tokens.ts";
import { waitlist, waitlistOffers } from "./features/waitlist/waitlist.ts";
import { type WebhookSettings, webhooks, webhookWork } from "./features/webhooks/webhooks.ts";
import { createCallers } from "./kernel/callers.ts";
import { type Changes, createChanges } from "./kernel/changes.ts";
import type { Context, MailTransport, Urls, Work } from "./kernel/context.ts";
import { documentation } from "./kernel/documentation.ts";
import { health } from "./kernel/health.ts";
import { sealKeys } from "./kernel/keyring.ts";
import { type Peer, serve } from "./kernel/serve.ts";
import { createSigner } from "./kernel/signing.ts";

export { fillDemo } from "./demo/demo.ts";
export { demoAccounts } from "./demo/people.ts";
export type { CaptchaSettings } from "./features/captcha/captcha.ts";
export { proofOfWork } from "./features/captcha/proof-of-work.ts";
export type { MediaSettings } from "./features/media/media.ts";
export {
  gatewaySms,
  type SmsGateway,
  type SmsTransport,
  smtpTransport,
} from "./features/notifications/notifications.ts";
export { platformClient } from "./features/tokens/tokens.ts";
export { type Changes, createChanges, type Topic } from "./kernel/changes.ts";
export type { MailTransport, Urls } from "./kernel/context.ts";
export { type KeyPlace, type ListedKey, listKeyrings, rotateKeyrings } from "./kernel/keyring.ts";

export type PlatformOptions = {
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  urls: Urls;
  log?: Logger;
  now?: () => Date;
  /** Without one, mails are rendered and kept, not sent. */
  mail?: MailTransport | undefined;
  /** Without one, text messages go into the log, their numbers hidden. */
  sms?: SmsTransport | undefined;
  demo?: boolean;
  /** Proofs that no program is trying; without settings, embedded ones. */
  captcha?: CaptchaSettings | undefined;
  /** Whom events may be told; without settings, addresses on the public internet only. */
  webhooks?: WebhookSettings | undefined;
  /** Where databases that are not ours may be, and how long they may take. */
  connections?: ConnectionSettings | undefined;
  /** Where files of the media library lie, and how much of them there may be. */
  media?: MediaSettings | undefined;
  /** False when other processes on the same database deliver mails and make sessions ahead. */
  backgroundWork?: boolean;
};

export type Platform = {
  /** `peer` is who is at the other end of the connection; without one, the call comes from this process. */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Begin the background work: hearing other processes, sessions made ahead, the queue. */
  start(): Promise<void>;
  stop(): Promise<void>;
  changes: Pick<Changes, "subscribe">;
};

/** The business platform of one site. What is served is listed here, each feature after those it builds on. */
export function createPlatform(options: PlatformOptions): Platform {
  const {
    connection,
    siteId,
    accounts,
    urls,
    now = () => new Date(),
    mail,
    demo = false,
    backgroundWork = true,
  } = options;
  const { db } = connection;
  const log = options.log ?? pino({ level: "silent" });
  const signer = createSigner({ db, siteId, accounts, now });
  const callers = createCallers(db, siteId, signer, now);
  const changes = createChanges(connection, siteId, log);
  changes.subscribe(["account"], () => callers.forget());
  const context: Context = {
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
    signer,
    callers,
    signIns: [],
    serviceEndings: [],
    sessionEndings: [],
    sessionMoves: [],
    staffLimits: [],
    serviceBeginnings: [],
    sessionRemovals: [],
    scheduleCopies: [],
    bookingMoves: [],
  };

  const library = createLibrary(context, options.media);
  const databases = createExternalDatabases(context, options.connections);
  const gate = createCaptchaGate(context, options.captcha);
  const admission = createAdmission(context, gate);
  const booked = bookingHandlers(context, admission);
  const lists = createBusinessLists(context);
  const handlers = {
    tokens: tokens(context),
    members: members(context),
    authentication: authentication(context, {
      gate,
      logout: logout(context),
    }),
    recovery: recovery(context),
    verification: verification(context),
    security: security(context),
    connections: connections(context, databases),
    collections: collections(context, databases),
    items: items(context, databases),
    indexes: indexes(context),
    editing: editing(context),
    content: content(context),
    media: media(context, library),
    ...importsAndExports(context),
    business: business(context, lists),
    locations: locations(context),
    services: services(context),
    policies: policies(context),
    categories: categories(context),
    plans: plans(context),
    forms: forms(context),
    jobs: jobs(context),
    resources: resources(context),
    schedules: schedules(context),
    availability: availability(context),
    holds: holds(context, admission),
    ...booked,
    waitlist: waitlist(context, admission),
    people: people(context),
    notifications: calendarHandlers(context, booked.bookings),
    webhooks: webhooks(context, options.webhooks),
    history: history(context),
  };
  const mails = notifications(context, { sms: options.sms });
  const work: Work[] = [
    changes,
    ...(backgroundWork
      ? [
          tokensWork(context),
          collectionSweeping(context),
          indexBuilding(context),
          publishing(context),
          lists.work,
          mediaWork(context, library),
          importWork(context),
          holdEnding(context),
          sessionMaking(context),
          serviceJobs(context),
          waitlistOffers(context),
          mails,
          reminders(context),
          webhookWork(context, options.webhooks),
        ]
      : []),
  ];
  const pages = {
    ...health(context),
    ...documentation(contract, urls),
    ...authorizePages(context),
    ...logoutPages(context),
    ...mails.pages,
    ...mediaPages(context, library),
  };

  return {
    fetch: serve(contract, handlers, { pages, callers, log }),
    async start() {
      await sealKeys(context);
      for (const each of work) await each.start();
    },
    async stop() {
      for (const each of work.toReversed()) await each.stop();
    },
    changes,
  };
}
