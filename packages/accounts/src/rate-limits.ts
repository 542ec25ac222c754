import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { Database } from "@uola/database";
import { sql } from "kysely";
import { deleteInBatches } from "./delete-in-batches.ts";
import { networkOf } from "./networks.ts";

/** At most `atMost` requests within a window of `per` seconds. */
export type Limit = { per: number; atMost: number };
export type Limits = {
  /** Limit on registrations from one network. */
  registrations: Limit;
  /** Limits on mails of one purpose to one email address. All limits apply, the shortest window first. */
  mails: Limit[];
  /** Limit on mails requested by one network, to any email address. */
  networkMails: Limit;
  /**
   * Limits on mails to one email address that are caused by other actions, such as a booking for
   * that address.
   */
  causedMails: Limit[];
};

/** The counted subject: plain text, or only its hash if the text must not be stored. */
export type Subject = string | { hash: string };

export const defaultLimits: Limits = {
  registrations: { per: 60, atMost: 300 },
  mails: [
    { per: 900, atMost: 5 },
    { per: 86_400, atMost: 30 },
  ],
  networkMails: { per: 900, atMost: 300 },
  causedMails: [
    { per: 900, atMost: 20 },
    { per: 86_400, atMost: 60 },
  ],
};

const retentionMs = 2 * 86_400_000;

export type Limiter = ReturnType<typeof createLimits>;

/**
 * Counts requests per subject in the database, so that all processes share the counts. Subjects are
 * stored as hashes.
 */
export function createLimits({ db, siteId, now }: { db: Database; siteId: string; now: () => Date }) {
  /**
   * Adds `by` (default 1) to the current window of `per` seconds and returns the sum. An IP address
   * is counted as its network.
   */
  async function count(
    kind: string,
    subject: Subject,
    { per, by = 1 }: Pick<Limit, "per"> & { by?: number },
    tx: Database = db,
  ): Promise<number> {
    const row = {
      siteId,
      kind: `${kind}/${per}`,
      subjectHash: typeof subject === "string" ? hashOf(subject) : Buffer.from(subject.hash, "base64url"),
      windowDate: windowOf(now(), per),
      count: by,
    };
    const counted = await tx
      .insertInto("rateWindow")
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(["siteId", "kind", "subjectHash", "windowDate"])
          .doUpdateSet((eb) => ({ count: eb("rateWindow.count", "+", by) })),
      )
      .returning("count")
      .executeTakeFirstOrThrow();
    return counted.count;
  }

  /** Like `count`, for many subjects in one statement. Each subject may occur once. */
  async function countAll(
    kind: string,
    subjects: ReadonlyMap<string, number>,
    { per }: Pick<Limit, "per">,
  ): Promise<Map<string, number>> {
    // Sorts the subjects, so that two callers with the same subjects cannot deadlock.
    const hashed = [...subjects]
      .map(([subject, by]) => ({ subject, by, hash: hashOf(subject) }))
      .toSorted((a, b) => Buffer.compare(a.hash, b.hash));
    const rows = hashed.map(({ hash, by }) => ({
      siteId,
      kind: `${kind}/${per}`,
      subjectHash: hash,
      windowDate: windowOf(now(), per),
      count: by,
    }));
    const totals = await db
      .insertInto("rateWindow")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(["siteId", "kind", "subjectHash", "windowDate"])
          .doUpdateSet((eb) => ({ count: eb("rateWindow.count", "+", eb.ref("excluded.count")) })),
      )
      .returning("count")
      .execute();
    return new Map(hashed.map(({ subject }, index) => [subject, totals[index]?.count ?? 0]));
  }

  /** Counts a request and returns the seconds to wait; 0 means allowed. */
  async function consume(kind: string, subject: Subject, limit: Limit, tx: Database = db): Promise<number> {
    if ((await count(kind, subject, limit, tx)) <= limit.atMost) return 0;
    const at = now();
    return Math.max(1, Math.ceil((windowOf(at, limit.per).getTime() - at.getTime()) / 1000 + limit.per));
  }

  return {
    count,
    countAll,
    take: consume,

    /**
     * Like `take`, for several limits. A request refused by a shorter limit does not count towards
     * the longer ones.
     */
    async consumeAll(kind: string, subject: Subject, limits: Limit[], tx: Database = db): Promise<number> {
      for (const limit of limits) {
        const seconds = await consume(kind, subject, limit, tx);
        if (seconds > 0) return seconds;
      }
      return 0;
    },

    /** Deletes old windows in batches. */
    async sweep(): Promise<void> {
      const old = new Date(now().getTime() - retentionMs);
      await deleteInBatches((size) =>
        sql`delete from rate_window where ctid in
          (select ctid from rate_window where site_id = ${siteId} and window_date < ${old} limit ${size})`.execute(db),
      );
    },
  };
}

const hashOf = (subject: string) =>
  createHash("sha256")
    .update(isIP(subject) ? networkOf(subject) : subject)
    .digest();
/** Creates a subject that can be counted without being stored. */
export const hashedSubject = (subject: string): Subject & object => ({ hash: hashOf(subject).toString("base64url") });

const windowOf = (at: Date, perSeconds: number) =>
  new Date(Math.floor(at.getTime() / (perSeconds * 1000)) * perSeconds * 1000);
