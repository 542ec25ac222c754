import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAccounts } from "@uola/accounts";
import type { BookingStatus } from "@uola/contract";
import { type Database, json, newId, openDatabase } from "@uola/database";
import type { FreshDatabase } from "@uola/database/testing";
import { type Context, createBackground } from "@uola/kernel";
import { sql } from "kysely";
import { pino } from "pino";
// biome-ignore lint/correctness/noUndeclaredDependencies: used in tests only; the e2e workspace installs it.
import PostalMime, { type Email } from "postal-mime";
// biome-ignore lint/correctness/noUndeclaredDependencies: used in tests only; the e2e workspace installs it.
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { BookingMailRequest } from "./booking-mail.ts";
import type { Template } from "./booking-view.ts";
import { type Notifications, notifications } from "./notifications.ts";
import { defaultTimings, type QueueTimings } from "./queue.ts";

/** The default timings of the queues, shortened for tests. */
export const quick: QueueTimings = {
  ...defaultTimings,
  retryDelay: 1,
  retryDelayMax: 1,
  superviseIntervalSeconds: 1,
  pollingIntervalSeconds: 0.5,
  relayEveryMs: 50,
};

/**
 * Starts a process that never finishes its first mail, kills it, and backdates its last heartbeat
 * so that other processes take over the mail.
 */
export async function killedWhileSending({ connection, db, siteId }: FreshDatabase): Promise<void> {
  const worker = `${import.meta.dirname}/stuck-mail-worker.testing.ts`;
  const child = spawn(process.execPath, [worker, connection.url, siteId], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), exited]);
  child.kill("SIGKILL");
  await exited;
  await sql`update queue.job set heartbeat_on = heartbeat_on - interval '1 hour'`.execute(db);
}

export const urls = {
  site: "http://localhost:3000",
  platform: "http://localhost:3001",
  identity: "http://localhost:3002",
};
export const now = new Date("2026-09-01T09:00:00Z");

/** A context with only the parts that notifications use. */
export const contextOf = (
  { connection, db, siteId }: Pick<FreshDatabase, "connection" | "db" | "siteId">,
  more: Partial<Context> = {},
): Context =>
  ({
    connection,
    db,
    siteId,
    accounts: createAccounts({ db, siteId, now: () => now, secret: "a secret of the test" }),
    urls,
    now: () => now,
    log: pino({ level: "silent" }),
    mail: undefined,
    demo: true,
    ...more,
  }) as Context;

export type RunningNotifications = Notifications & { start(): Promise<void>; stop(): Promise<void> };
/** Runs the queues and the outbox relay as in a production process. */
export function runNotifications(
  context: Context,
  options?: Parameters<typeof notifications>[1],
): RunningNotifications {
  const mails = notifications(context, options);
  const background = createBackground(context, mails.tasks);
  return {
    ...mails,
    async start() {
      await mails.service.start();
      await background.start();
    },
    async stop() {
      await background.stop();
      await mails.service.stop();
    },
  };
}

type BookingFixture = Partial<{
  status: BookingStatus;
  participants: number;
  email: string | null;
  serviceName: string;
  category: string;
  payment: object;
  policy: object;
  /** Start and end times; several make a course. */
  times: [string, string][];
}>;

/** Inserts a gym with one service, its sessions and one booking. */
export async function gymWithBooking({ db, siteId }: FreshDatabase, fixture: BookingFixture = {}) {
  const [policyId, serviceId, scheduleId, categoryId, staffId, bookingId] = Array.from({ length: 6 }, newId) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const times = fixture.times ?? [["2026-09-09T15:00:00Z", "2026-09-09T16:30:00Z"]];
  const sessions = times.map(([start, end]) => ({ id: newId(), startDate: new Date(start), endDate: new Date(end) }));
  const at = { createdDate: now, updatedDate: now };
  const course = sessions.length > 1;
  const cancellationPolicy = { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 };
  const business = { address: "Skardžio g. 14, LT-03155 Vilnius", phone: "+37060000014", email: "labas@uola.example" };
  await db
    .updateTable("site")
    .set({ business: json(business), demo: true })
    .where("id", "=", siteId)
    .execute();
  await db
    .insertInto("bookingPolicy")
    .values({ siteId, id: policyId, name: "", rules: json(fixture.policy ?? { cancellationPolicy }), ...at })
    .execute();
  await db
    .insertInto("category")
    .values({ siteId, id: categoryId, name: fixture.category ?? "Pirmą kartą" })
    .execute();
  await db
    .insertInto("staff")
    .values({ siteId, id: staffId, name: "Rūta", title: "trenerė", createdDate: now })
    .execute();
  await db
    .insertInto("service")
    .values({
      siteId,
      id: serviceId,
      type: course ? "COURSE" : "CLASS",
      name: fixture.serviceName ?? "Įvadas į boulderingą",
      defaultCapacity: 12,
      policyId,
      scheduleId,
      categoryId,
      staffIds: [staffId],
      payment: json(fixture.payment ?? { rateType: "FIXED", fixed: { price: { value: "25", currency: "EUR" } } }),
      onlineBooking: json({ enabled: true }),
      ...at,
    })
    .execute();
  await db
    .insertInto("session")
    .values(sessions.map((session) => ({ siteId, scheduleId, serviceId, staffIds: [staffId], ...session, ...at })))
    .execute();
  const [first] = sessions;
  await db
    .insertInto("booking")
    .values({
      siteId,
      id: bookingId,
      status: fixture.status ?? "CONFIRMED",
      serviceId,
      scheduleId,
      sessionId: course ? null : (first?.id ?? null),
      placesId: course ? scheduleId : (first?.id ?? scheduleId),
      totalParticipants: fixture.participants ?? 2,
      startDate: first?.startDate ?? null,
      endDate: first?.endDate ?? null,
      bookedEntity: json({}),
      contactEmail: fixture.email === undefined ? "ona@example.lt" : fixture.email,
      selectedPaymentOption: "OFFLINE",
      ...at,
    })
    .execute();
  return { bookingId, sessions };
}

/** Writes a mail request to the outbox as the booking feature does; returns its id. */
export async function order(
  { db, siteId }: FreshDatabase,
  bookingId: string,
  more: Partial<BookingMailRequest> = {},
): Promise<string> {
  const id = newId();
  const payload = { template: "booking-confirmed" as Template, bookingId, revision: 1, language: "lt", ...more };
  await db
    .insertInto("outbox")
    .values({ siteId, id, kind: "mail", payload: json(payload), createdDate: now })
    .execute();
  return id;
}

/** A real local SMTP server. `refuse` may return an error code for a recipient or a message. */
export async function smtpServer(
  refuse: (step: "recipient" | "message", count: number) => number | undefined = () => undefined,
) {
  const received: Email[] = [];
  const counts = { recipient: 0, message: 0 };
  const verdict = (step: "recipient" | "message") => {
    const responseCode = refuse(step, ++counts[step]);
    return responseCode ? Object.assign(new Error("Refused by the test"), { responseCode }) : null;
  };
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, callback) => callback(verdict("recipient")),
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const error = verdict("message");
        if (!error) received.push(await PostalMime.parse(Buffer.concat(chunks)));
        callback(error);
      });
    },
  };
  const server = new SMTPServer(options);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, received, counts, close };
}

/** Waits until `look` returns a value. After a timeout, throws an error whose message contains `what`. */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
): Promise<T> {
  const end = performance.now() + 120_000;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

type OnOne = (db: Database) => Promise<unknown>;
/**
 * The number of booking and session rows read by `work` once the tables are filled. Setup and work
 * use one connection, because statistics are per connection.
 */
export async function rowsRead(
  { connection }: Pick<FreshDatabase, "connection">,
  { fill, work }: { fill: OnOne; work: OnOne },
) {
  const { db, close } = openDatabase({ url: connection.url, max: 1 });
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{
      count: string;
    }>`select pg_stat_clear_snapshot(), sum(seq_tup_read + idx_tup_fetch) as count
      from pg_stat_user_tables where relname in ('booking', 'session')`.execute(db);
    return Number(rows[0]?.count);
  };
  try {
    await fill(db);
    await sql`analyze booking`.execute(db);
    await sql`analyze session`.execute(db);
    const before = await read();
    await work(db);
    return (await read()) - before;
  } finally {
    await close();
  }
}
