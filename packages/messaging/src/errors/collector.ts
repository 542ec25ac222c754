import type { Accounts } from "@uola/accounts";
import { type Database, json, newId } from "@uola/database";
import { transact } from "@uola/kernel";
import type { Logger } from "pino";
import { z } from "zod";
import { fingerprintOf, isIgnored, limits, type Report } from "./rules.ts";
import { browserOf, type Frame, framesOf, scrubText } from "./scrub.ts";
import * as store from "./store.ts";

/** An error report sent by a browser. Any part of it may be forged. */
const BrowserReport = z.object({
  name: z.string().max(100).catch("Error"),
  message: z.string().catch(""),
  stack: z.string().catch(""),
  release: z
    .string()
    .regex(/^[\w.-]{1,40}$/)
    .catch("unknown"),
});
/** Details of a failure, taken from the log. */
export type ServerFailure = { error: unknown; message: string; place?: string | undefined };

export type ErrorCollector = {
  /** Stores a browser's report. `place` is the page. Returns false if the rate limit is exceeded. */
  fromBrowser(
    report: unknown,
    from: { network?: string | undefined; userAgent?: string | undefined; place?: string | undefined },
  ): Promise<boolean>;
  /** Queues a failure of this process for the next write. Never blocks and never throws. */
  fromServer(failure: ServerFailure): void;
  /** Writes all queued reports. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  db: Database;
  siteId: string;
  accounts: Pick<Accounts, "limits">;
  now?: () => Date;
  log: Pick<Logger, "warn">;
  release: string;
  /** Maps a position in a built script to its source. */
  resolve?: (frame: Frame) => Frame;
  /** Whether to forward reports to Sentry as well. */
  toSentry?: boolean;
};

const gatherMs = 1000;
const waitingMax = 50;

/**
 * Stores scrubbed errors, one row for all reports with the same fingerprint. Server failures are
 * collected for a second, so that an outage writes few rows.
 */
export function createErrorCollector(options: Options): ErrorCollector {
  const { db, siteId, accounts, now = () => new Date(), log, release, resolve = (frame) => frame } = options;
  const waiting = new Map<string, { report: Report; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  async function write(report: Report, count: number): Promise<void> {
    const fingerprint = fingerprintOf(report);
    const at = now();
    await transact({ db }, async (tx) => {
      await store.countReport(tx, siteId, report, { fingerprint, count, at });
      if (!options.toSentry) return;
      const payload = json({ ...report, fingerprint: fingerprint.toString("hex"), at: at.toISOString() });
      await tx.insertInto("outbox").values({ siteId, id: newId(), kind: "sentry", payload, createdDate: at }).execute();
    });
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const reports = [...waiting.values()];
    waiting.clear();
    for (const { report, count } of reports) {
      // Logged as a warning, because an error would be reported again.
      await write(report, count).catch((error) => log.warn({ err: error }, "an error could not be reported"));
    }
  }

  return {
    async fromBrowser(body, { network, userAgent, place }) {
      const read = BrowserReport.safeParse(body);
      if (!read.success) return true;
      const { name, message, stack, release } = read.data;
      const frames = framesOf(stack).map(resolve);
      const report = { name: scrubText(name) || "Error", message: scrubText(message), frames };
      if (isIgnored(report)) return true;
      const waits =
        (await accounts.limits.take("error report", network ?? "unknown", limits.network)) ||
        (await accounts.limits.take("error report", "all", limits.all));
      if (waits > 0) return false;
      await write({ ...report, source: "BROWSER", release, place, browser: browserOf(userAgent) }, 1);
      return true;
    },
    fromServer({ error, message, place }) {
      const { name = "Error", message: reason = "", stack = "" } = readError(error);
      const report: Report = {
        source: "SERVER",
        name: scrubText(String(name)),
        message: scrubText([message, String(reason)].filter(Boolean).join(": ")),
        frames: framesOf(String(stack)),
        place: place === undefined ? undefined : scrubText(place),
        release,
      };
      const key = fingerprintOf(report).toString("base64");
      const known = waiting.get(key);
      if (known) known.count++;
      else if (waiting.size < waitingMax) waiting.set(key, { report, count: 1 });
      timer ??= setTimeout(() => void flush(), gatherMs).unref();
    },
    flush,
    stop: flush,
  };
}

/** Reads an error object, or its serialized form from the log. */
const readError = (error: unknown): { name?: unknown; message?: unknown; stack?: unknown } =>
  typeof error === "object" && error !== null ? error : {};
