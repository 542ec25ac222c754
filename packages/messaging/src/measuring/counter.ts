import type { Accounts } from "@uola/accounts";
import type { Database } from "@uola/database";
import { localDate } from "@uola/words/formats";
import type { Logger } from "pino";
import { z } from "zod";
import { type Choice, consentLimit, isBot, type Metric, type Rating, ratingOf } from "./rules.ts";
import * as store from "./store.ts";

/** A page as the site's table has it, so that there are only so many: `/courses/:slug/`. */
type Page = { path: string; language: string };
type From = { network?: string | undefined; userAgent?: string | undefined };

export type Counter = {
  /** Counts a view with the next write. A program that reads pages is not counted. */
  view(page: Page, from: From): void;
  /** Counts how quick a page was. `body` may be forged. */
  vitals(body: unknown, page: Page, from: From): void;
  /** Keeps a choice about foreign scripts. `body` may be forged. False: too many came. */
  consent(body: unknown, from: From): Promise<boolean>;
  /** Writes what is waiting. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  db: Database;
  siteId: string;
  accounts: Pick<Accounts, "limits">;
  now?: () => Date;
  log: Pick<Logger, "warn">;
  /** How long counts wait for one write. */
  gatherMs?: number;
};

const Vitals = z.partialRecord(z.enum(["LCP", "CLS", "INP"]), z.number().min(0).max(600_000));
const ConsentMessage = z.object({
  id: z.guid(),
  version: z.int().min(1).max(1_000_000),
  choice: z.enum(["ACCEPTED", "REFUSED"]),
});

/**
 * Counts what people do without knowing who they are: a view adds one to the row of its page and day. Counts are written
 * together, so that a busy page costs one row a few seconds.
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
      // A count that is lost does no harm; one that is written twice would be wrong.
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
      for (const [metric, value] of Object.entries(read.data) as [Metric, number][]) {
        const row = { day: today(), path, metric, rating: ratingOf(metric, value) as Rating };
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
      await store.insertConsent(db, siteId, { browserId, version, choice: choice as Choice, createdDate: now() });
      return true;
    },
    flush,
    stop: flush,
  };
}
