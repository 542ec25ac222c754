import type { Accounts } from "@uola/accounts";
import { entriesOf } from "@uola/contract/entries";
import type { Database } from "@uola/database";
import { localDate } from "@uola/words/formats";
import type { Logger } from "pino";
import { z } from "zod";
import { consentLimit, isBot, ratingOf } from "./rules.ts";
import * as store from "./store.ts";

/**
 * A page as listed in the site's route table, so that the number of pages is bounded:
 * `/courses/:slug/`.
 */
type Page = { path: string; language: string };
type From = { network?: string | undefined; userAgent?: string | undefined };

export type Counter = {
  /** Adds a page view to the next write. Views by bots are not counted. */
  view(page: Page, from: From): void;
  /** Counts the performance measurements of a page. `body` may be forged. */
  vitals(body: unknown, page: Page, from: From): void;
  /**
   * Stores a consent choice about third-party scripts. `body` may be forged. Returns false if the
   * rate limit is exceeded.
   */
  consent(body: unknown, from: From): Promise<boolean>;
  /** Writes all pending counts. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  db: Database;
  siteId: string;
  accounts: Pick<Accounts, "limits">;
  now?: () => Date;
  log: Pick<Logger, "warn">;
  /** How long counts are collected before they are written together, in milliseconds. */
  gatherMs?: number;
};

const Vitals = z.partialRecord(z.enum(["LCP", "CLS", "INP"]), z.number().min(0).max(600_000));
const ConsentMessage = z.object({
  id: z.guid(),
  version: z.int().min(1).max(1_000_000),
  choice: z.enum(["ACCEPTED", "REFUSED"]),
});

/**
 * Counts usage anonymously: a view increments the row of its page and day. Counts are written
 * together, so that a busy page costs one row write every few seconds.
 */
export function createCounter({
  db,
  siteId,
  accounts,
  now = () => new Date(),
  log,
  gatherMs = 5000,
}: Options): Counter {
  let views = new Map<string, store.Views>();
  let samples = new Map<string, store.Samples>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [viewed, measured] = [[...views.values()], [...samples.values()]];
    views = new Map();
    samples = new Map();
    try {
      if (viewed.length > 0) await store.addViews(db, siteId, viewed);
      if (measured.length > 0) await store.addSamples(db, siteId, measured);
    } catch (error) {
      // Not retried: a lost count does no harm, but a count that is written twice would be wrong.
      log.warn({ err: error }, "page views could not be counted");
    }
  }
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const soon = () => {
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
  };
  const today = () => localDate(now());

  return {
    view({ path, language }, { userAgent }) {
      if (isBot(userAgent)) return;
      const row = { day: today(), path, language };
      const key = Object.values(row).join(" ");
      views.set(key, { ...row, views: (views.get(key)?.views ?? 0) + 1 });
      soon();
    },
    vitals(body, { path }, { userAgent }) {
      const read = Vitals.safeParse(body);
      if (!read.success || isBot(userAgent)) return;
      for (const [metric, value] of entriesOf(read.data)) {
        if (value === undefined) continue;
        const row = { day: today(), path, metric, rating: ratingOf(metric, value) };
        const key = Object.values(row).join(" ");
        samples.set(key, { ...row, samples: (samples.get(key)?.samples ?? 0) + 1 });
      }
      soon();
    },
    async consent(body, { network }) {
      const read = ConsentMessage.safeParse(body);
      if (!read.success) return true;
      if ((await accounts.limits.take("consent", network ?? "unknown", consentLimit)) > 0) return false;
      const { id: browserId, version, choice } = read.data;
      await store.insertConsent(db, siteId, { browserId, version, choice, createdDate: now() });
      return true;
    },
    flush,
    stop: flush,
  };
}
