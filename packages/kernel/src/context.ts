import type { Accounts } from "@uola/accounts";
import type { Connection, Database } from "@uola/database";
import type { SendMailOptions } from "nodemailer";
import { type Logger, pino } from "pino";
import { type Caller, type Callers, createCallers } from "./callers.ts";
import { type Changes, createChanges } from "./changes.ts";
import { createSigner, type Signer } from "./signing.ts";

/** What sends a rendered mail; nodemailer's transporter is one. */
export type MailTransport = { sendMail(mail: SendMailOptions): Promise<unknown> };

/** Origins without a slash at the end. */
export type Urls = { site: string; platform: string; identity: string };

/** A visitor turns out to be a member: what the visitor did becomes the member's. */
export type SignIn = { visitorId: string; memberId: string };

/** What people are told of a change, and who made it. */
export type Ending = {
  actor: Caller | { kind: "system"; id: string };
  notification: { notifyParticipants?: boolean | null; message?: string | null } | undefined;
};
/** A service ends: its sessions ahead do too, unless those that people booked are to stay. */
export type ServiceEnding = Ending & { serviceId: string; scheduleId: string; keepBooked: boolean };
/** Sessions are called off; with `course`, the whole course with its bookings. */
export type SessionEnding = Ending & { scheduleId: string; sessionIds: readonly string[]; course: boolean };

/** What of a session changes when it is moved: when it took place, and when it does. */
type MovedSession = { sessionId: string; from: Times; to: Times };
type Times = { startDate: Date; endDate: Date };
/** Sessions of a schedule take place at other times, or (none of them) some were added; whoever keeps bookings moves those along. */
export type SessionMove = Ending & { scheduleId: string; sessions: readonly MovedSession[] };

/** A move of a booking from what it was to what it will be. */
export type BookingMove = {
  bookingId: string;
  actor: Ending["actor"];
  before: { status: string; placesId: string; totalParticipants: number };
  after: { status: string; placesId: string; totalParticipants: number };
};

/** The weekly times of a schedule are wanted for another one too. */
export type ScheduleCopy = { fromScheduleId: string; toScheduleId: string; actor: Ending["actor"] };

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
  signer: Signer;
  callers: Callers;
  /** Called within the transaction of every sign-in; a feature that keeps things for visitors adds itself. */
  signIns: ((tx: Database, signIn: SignIn) => Promise<void>)[];
  /** Called within the transaction in which a service is added or its type or capacity changes. */
  serviceBeginnings: ((tx: Database, serviceId: string) => Promise<void>)[];
  /** Called within the transaction in which a service is deleted, before it goes. */
  serviceEndings: ((tx: Database, ending: ServiceEnding) => Promise<void>)[];
  /** Called within the transaction in which a place of a service goes: who keeps the timetable calls its sessions there off. */
  sessionRemovals: ((tx: Database, ending: SessionEnding) => Promise<void>)[];
  /** Called once a service was copied, for its weekly times. */
  scheduleCopies: ((copy: ScheduleCopy) => Promise<void>)[];
  /** Called within the transaction in which sessions are called off: who keeps bookings for them ends those. */
  sessionEndings: ((tx: Database, ending: SessionEnding) => Promise<void>)[];
  /** Called within the transaction in which sessions are moved to other times, or added. */
  sessionMoves: ((tx: Database, move: SessionMove) => Promise<void>)[];
  /** Called within the transaction in which it changes how many a trainer takes. */
  staffLimits: ((tx: Database, staffId: string) => Promise<void>)[];
  /** Called within the transaction of every move of a booking, once it is locked and before its places move. */
  bookingMoves: ((tx: Database, move: BookingMove) => Promise<void>)[];
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
  const signer = createSigner({ db, siteId, accounts, now });
  const callers = createCallers(db, siteId, signer, now);
  changes.subscribe(["account"], () => callers.forget());
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
}
