import { createHash } from "node:crypto";
import { type Database, insertAuditEntry, transact } from "@uola/database";
import { sql } from "kysely";
import { deleteInBatches } from "./delete-in-batches.ts";
import { normalEmail } from "./email.ts";
import type { Origin, Origins } from "./familiar-origins.ts";
import { networkOf } from "./networks.ts";

/**
 * Starting with the `after`th consecutive wrong guess, each guess causes a delay: first
 * `firstSeconds`, then twice as long each time, up to `maxSeconds`.
 */
export type LockoutRule = { after: number; firstSeconds: number; maxSeconds: number };
export type LockoutRules = { account: LockoutRule; network: LockoutRule; secondFactor?: LockoutRule };

/**
 * `account` counts guesses at one account from one origin, so that other people elsewhere cannot
 * lock the account's owner out. A network can be a whole school or gym behind one IP address, so it
 * is allowed more guesses than one account.
 */
export const defaultLockout: LockoutRules = {
  account: { after: 10, firstSeconds: 5, maxSeconds: 900 },
  network: { after: 100, firstSeconds: 5, maxSeconds: 900 },
};
// Six-digit codes are easier to guess than any password.
const secondFactorLockout: LockoutRule = { after: 5, firstSeconds: 5, maxSeconds: 900 };

/** Wrong guesses are deleted a day after the last one. */
const retentionMs = 24 * 3_600_000;

type SignInAttempt = Origin & {
  email: string;
  /** The account with this email address, for the audit entry. */
  accountId?: string | undefined;
  /** The login session of a person who is already signed in. It counts as a separate origin. */
  sessionId?: string | undefined;
};
export type Attempt = SignInAttempt | { secondFactorOf: string };

/** Entity id of the audit entry for a lockout without an account. */
const unknownAccountId = "00000000-0000-0000-0000-000000000000";
const actor = { kind: "system", id: "accounts" };

type Subject = {
  kind: "ACCOUNT" | "ACCOUNT_ORIGIN" | "NETWORK" | "SECOND_FACTOR";
  subjectHash: Buffer;
  /** Hash of the email address for which the guesses were made, so that they can be deleted together. */
  accountHash?: Buffer;
  /** Without a rule, guesses are counted but cause no delay. */
  rule?: LockoutRule;
  /** For the audit. */
  entityId: string;
};

/**
 * Counts wrong guesses in the database, so that all processes share the counts: at an account from
 * one origin, from a network at any account, and at an account from all origins. The first two
 * cause a delay. The third causes none, because otherwise anyone could lock anyone out; instead it
 * requires a proof of work from unfamiliar origins. A browser that the person has signed in with
 * before is a separate origin, so guesses by others in the same network do not affect it.
 */
export function createLockout(db: Database, siteId: string, lockout: LockoutRules, origins: Origins, now: () => Date) {
  async function subjects(tx: Database, attempt: Attempt): Promise<Subject[]> {
    if ("secondFactorOf" in attempt) {
      const rule = lockout.secondFactor ?? secondFactorLockout;
      const { secondFactorOf: entityId } = attempt;
      return [{ kind: "SECOND_FACTOR", subjectHash: hash(entityId), rule, entityId }];
    }
    const { email, browser, sessionId, accountId: entityId = unknownAccountId } = attempt;
    const familiar = await origins.familiarity(tx, email, attempt);
    const network = attempt.network ? networkOf(attempt.network) : undefined;
    const own = sessionId ?? (familiar.browser ? browser : undefined);
    const accountHash = hash(email);
    const everywhere: Subject = { kind: "ACCOUNT", subjectHash: accountHash, accountHash, entityId };
    const here = (place: string): Subject => ({
      kind: "ACCOUNT_ORIGIN",
      subjectHash: hash(`${email} ${place}`),
      accountHash,
      rule: lockout.account,
      entityId,
    });
    if (own) return [here(`browser ${own}`), everywhere];
    const wide: Subject[] = network
      ? [{ kind: "NETWORK", subjectHash: hash(network), rule: lockout.network, entityId: unknownAccountId }]
      : [];
    return [here(`network ${network ?? ""}`), ...wide, everywhere];
  }

  const rowOf = (tx: Database, { kind, subjectHash }: Pick<Subject, "kind" | "subjectHash">) =>
    tx
      .selectFrom("signInFailure")
      .select(["failures", "pausedUntilDate", "lastFailureDate"])
      .where("siteId", "=", siteId)
      .where("kind", "=", kind)
      .where("subjectHash", "=", subjectHash);

  async function countOne(tx: Database, { kind, subjectHash, accountHash, rule, entityId }: Subject, at: Date) {
    const forgotten = new Date(at.getTime() - retentionMs);
    const { failures } = await tx
      .insertInto("signInFailure")
      .values({ siteId, kind, subjectHash, accountHash: accountHash ?? null, failures: 1, lastFailureDate: at })
      .onConflict((conflict) =>
        conflict.columns(["siteId", "kind", "subjectHash"]).doUpdateSet((eb) => ({
          failures: sql<number>`case when ${eb.ref("signInFailure.lastFailureDate")} < ${forgotten} then 1
            else ${eb.ref("signInFailure.failures")} + 1 end`,
          lastFailureDate: at,
        })),
      )
      .returning("failures")
      .executeTakeFirstOrThrow();
    const seconds = rule ? lockoutSeconds(failures, rule) : 0;
    if (!rule || seconds === 0) return;
    // Audited once per series of guesses, also for unknown addresses, so that both cost the same.
    if (failures === rule.after) {
      const after = { kind, failures };
      await insertAuditEntry(tx, { siteId, entity: "account", entityId, actor, action: "account.pause", after, at });
    }
    await tx
      .updateTable("signInFailure")
      .set({ pausedUntilDate: new Date(at.getTime() + seconds * 1000) })
      .where("siteId", "=", siteId)
      .where("kind", "=", kind)
      .where("subjectHash", "=", subjectHash)
      .execute();
  }

  async function recentFailures(kind: Subject["kind"], subjectHash: Buffer): Promise<number> {
    const row = await rowOf(db, { kind, subjectHash }).executeTakeFirst();
    return row && row.lastFailureDate.getTime() >= now().getTime() - retentionMs ? row.failures : 0;
  }

  return {
    /**
     * Returns the number of recent wrong guesses, at the account from all origins and from the
     * network, so that the caller can require a captcha.
     */
    async failures({ email, network }: { email: string; network?: string | undefined }) {
      const account = await recentFailures("ACCOUNT", hash(normalEmail(email)));
      return { account, network: network ? await recentFailures("NETWORK", hash(networkOf(network))) : 0 };
    },

    /**
     * Whether a sign-in from this origin needs a proof of work: the wrong guesses from all origins
     * have reached the lockout threshold, and the origin is unfamiliar to this account.
     */
    async requiresProofOfWork({ email, ...origin }: { email: string } & Origin): Promise<boolean> {
      const address = normalEmail(email);
      const familiar = await origins.familiarity(db, address, origin);
      const failures = await recentFailures("ACCOUNT", hash(address));
      return failures >= lockout.account.after && !familiar.browser && !familiar.network;
    },

    /**
     * Resets the failures counted for an address, because its account was deleted or its owner has
     * just verified it.
     */
    forget: (tx: Database, email: string) =>
      tx.deleteFrom("signInFailure").where("siteId", "=", siteId).where("accountHash", "=", hash(email)).execute(),

    /** Returns the remaining seconds of the longest lockout for this attempt; 0 if there is none. */
    async secondsLeft(attempt: Attempt): Promise<number> {
      const limited = (await subjects(db, attempt)).filter(({ rule }) => rule);
      const rows = await Promise.all(limited.map((subject) => rowOf(db, subject).executeTakeFirst()));
      const until = Math.max(...rows.map((row) => row?.pausedUntilDate?.getTime() ?? 0));
      return Math.max(0, Math.ceil((until - now().getTime()) / 1000));
    },

    /**
     * Counts an attempt as wrong before it is checked. If it is locked out, returns the remaining
     * seconds instead. Simultaneous attempts, in any process, are counted one after another.
     * `countSuccess` undoes the count of a correct attempt.
     */
    countAttempt: (attempt: Attempt): Promise<number> =>
      transact({ db }, async (tx) => {
        const at = now();
        const all = await subjects(tx, attempt);
        let left = 0;
        for (const subject of all.filter(({ rule }) => rule)) {
          const { kind, subjectHash, accountHash = null } = subject;
          const fresh = { siteId, kind, subjectHash, accountHash, failures: 0, lastFailureDate: at };
          await tx
            .insertInto("signInFailure")
            .values(fresh)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          const held = await rowOf(tx, subject).forUpdate().executeTakeFirst();
          const until = held?.pausedUntilDate?.getTime() ?? 0;
          left = Math.max(left, Math.ceil((until - at.getTime()) / 1000));
        }
        if (left <= 0) for (const subject of all) await countOne(tx, subject, at);
        return Math.max(0, left);
      }),

    countFailure: (attempt: Attempt): Promise<void> =>
      transact({ db }, async (tx) => {
        for (const subject of await subjects(tx, attempt)) await countOne(tx, subject, now());
      }),

    /** Resets this origin's count and subtracts its failures from the other counts. */
    countSuccess: (attempt: Attempt): Promise<void> =>
      transact({ db }, async (tx) => {
        const [here, ...others] = await subjects(tx, attempt);
        if (!here) return;
        const counted = await tx
          .deleteFrom("signInFailure")
          .where("siteId", "=", siteId)
          .where("kind", "=", here.kind)
          .where("subjectHash", "=", here.subjectHash)
          .returning("failures")
          .executeTakeFirst();
        if (!counted) return;
        for (const { kind, subjectHash } of others)
          await tx
            .updateTable("signInFailure")
            .set({ failures: sql<number>`greatest(0, failures - ${counted.failures})` })
            .where("siteId", "=", siteId)
            .where("kind", "=", kind)
            .where("subjectHash", "=", subjectHash)
            .execute();
      }),

    /** Deletes outdated failures. */
    async sweep(): Promise<void> {
      const old = new Date(now().getTime() - retentionMs);
      await deleteInBatches((size) =>
        sql`delete from sign_in_failure where ctid in
          (select ctid from sign_in_failure where site_id = ${siteId} and last_failure_date < ${old} limit ${size})`.execute(
          db,
        ),
      );
    },
  };
}

/** Returns the delay in seconds after the `failures`th consecutive wrong guess. */
const lockoutSeconds = (failures: number, { after, firstSeconds, maxSeconds }: LockoutRule): number =>
  failures < after ? 0 : Math.min(maxSeconds, firstSeconds * 2 ** (failures - after));

const hash = (text: string) => createHash("sha256").update(text).digest();
