import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { type Database, json, newId } from "@uola/database";
import { sql } from "kysely";
import { deleteInBatches } from "./batches.ts";
import { normalEmail } from "./email.ts";

/** From the `after`th wrong guess in a row each further one pauses: `firstSeconds`, then twice as long, up to `maxSeconds`. */
export type Pause = { after: number; firstSeconds: number; maxSeconds: number };
export type Pauses = { account: Pause; network: Pause; secondFactor?: Pause };

/** A network is a whole school or gym behind one address, so it is given more room than one account. */
export const defaultPauses: Pauses = {
  account: { after: 10, firstSeconds: 5, maxSeconds: 900 },
  network: { after: 100, firstSeconds: 5, maxSeconds: 900 },
};
// six digits are fewer than any password
const secondFactorPause: Pause = { after: 5, firstSeconds: 5, maxSeconds: 900 };

/** Wrong guesses are forgotten after a day without another one. */
const memoryMs = 24 * 3_600_000;

/** `accountId` is whose address it is, for the audit trail. */
export type Guesser =
  | { email: string; network: string | undefined; accountId?: string | undefined }
  | { secondFactorOf: string };

/** Whom a pause is noted for when it is for no account. */
const nobody = "00000000-0000-0000-0000-000000000000";
const actor = json({ kind: "system", id: "accounts" });

/** Counts wrong guesses per account and per network, for every process on the database alike. Nobody is locked out for good. */
export function createPauses(db: Database, siteId: string, pauses: Pauses, now: () => Date) {
  const subjects = (guesser: Guesser) => {
    if ("secondFactorOf" in guesser) {
      const pause = pauses.secondFactor ?? secondFactorPause;
      const { secondFactorOf: entityId } = guesser;
      return [{ kind: "SECOND_FACTOR", subjectHash: hash(entityId), pause, entityId }];
    }
    const { email, network, accountId: entityId = nobody } = guesser;
    const account = { kind: "ACCOUNT", subjectHash: hash(email), pause: pauses.account, entityId };
    const wide = network && networkOf(network);
    if (!wide) return [account];
    return [account, { kind: "NETWORK", subjectHash: hash(wide), pause: pauses.network, entityId: nobody }];
  };
  type Subject = ReturnType<typeof subjects>[number];

  const rowOf = (tx: Database, { kind, subjectHash }: Subject) =>
    tx
      .selectFrom("signInFailure")
      .select(["failures", "pausedUntilDate", "lastFailureDate"])
      .where("siteId", "=", siteId)
      .where("kind", "=", kind)
      .where("subjectHash", "=", subjectHash);

  async function countOne(tx: Database, { kind, subjectHash, pause, entityId }: Subject, at: Date) {
    const forgotten = new Date(at.getTime() - memoryMs);
    const { failures } = await tx
      .insertInto("signInFailure")
      .values({ siteId, kind, subjectHash, failures: 1, lastFailureDate: at })
      .onConflict((conflict) =>
        conflict.columns(["siteId", "kind", "subjectHash"]).doUpdateSet((eb) => ({
          failures: sql<number>`case when ${eb.ref("signInFailure.lastFailureDate")} < ${forgotten} then 1
            else ${eb.ref("signInFailure.failures")} + 1 end`,
          lastFailureDate: at,
        })),
      )
      .returning("failures")
      .executeTakeFirstOrThrow();
    const seconds = pauseAfter(failures, pause);
    if (seconds === 0) return;
    // Once for a row of guesses, and for an unknown address just as for a known one, so that both cost the same.
    if (failures === pause.after) {
      const line = {
        siteId,
        id: newId(),
        actor,
        action: "account.pause",
        entity: "account",
        entityId,
        createdDate: at,
      };
      await tx
        .insertInto("audit")
        .values({ ...line, after: json({ kind, failures }) })
        .execute();
    }
    await tx
      .updateTable("signInFailure")
      .set({ pausedUntilDate: new Date(at.getTime() + seconds * 1000) })
      .where("siteId", "=", siteId)
      .where("kind", "=", kind)
      .where("subjectHash", "=", subjectHash)
      .execute();
  }

  return {
    /** Wrong guesses lately, so that whoever asks may ask for more. */
    async failures(guesser: {
      email: string;
      network?: string | undefined;
    }): Promise<{ account: number; network: number }> {
      const forgotten = now().getTime() - memoryMs;
      const [account = 0, network = 0] = await Promise.all(
        subjects({ email: normalEmail(guesser.email), network: guesser.network }).map(async (subject) => {
          const row = await rowOf(db, subject).executeTakeFirst();
          return row && row.lastFailureDate.getTime() >= forgotten ? row.failures : 0;
        }),
      );
      return { account, network };
    },

    /** Forgets what was counted against an address whose person is gone. */
    forget: (tx: Database, email: string) =>
      tx
        .deleteFrom("signInFailure")
        .where("siteId", "=", siteId)
        .where("kind", "=", "ACCOUNT")
        .where("subjectHash", "=", hash(email))
        .execute(),

    /** Seconds left of the longest pause that holds for this guesser; 0 when there is none. */
    async secondsLeft(guesser: Guesser): Promise<number> {
      const rows = await Promise.all(subjects(guesser).map((subject) => rowOf(db, subject).executeTakeFirst()));
      const until = Math.max(...rows.map((row) => row?.pausedUntilDate?.getTime() ?? 0));
      return Math.max(0, Math.ceil((until - now().getTime()) / 1000));
    },

    /**
     * Counts an attempt as wrong before it is looked at, unless a pause holds: then gives the seconds left of it. Attempts
     * made all at once, in whatever process, are counted one after another; `countSuccess` takes a right one back.
     */
    countAttempt: (guesser: Guesser): Promise<number> =>
      db.transaction().execute(async (tx) => {
        const at = now();
        let left = 0;
        for (const subject of subjects(guesser)) {
          const { kind, subjectHash } = subject;
          const fresh = { siteId, kind, subjectHash, failures: 0, lastFailureDate: at };
          await tx
            .insertInto("signInFailure")
            .values(fresh)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          const held = await rowOf(tx, subject).forUpdate().executeTakeFirst();
          const until = held?.pausedUntilDate?.getTime() ?? 0;
          left = Math.max(left, Math.ceil((until - at.getTime()) / 1000));
        }
        if (left <= 0) for (const subject of subjects(guesser)) await countOne(tx, subject, at);
        return Math.max(0, left);
      }),

    countFailure: (guesser: Guesser): Promise<void> =>
      db.transaction().execute(async (tx) => {
        for (const subject of subjects(guesser)) await countOne(tx, subject, now());
      }),

    /** The account starts anew; its network is given back what this account had counted against it, and no more. */
    countSuccess: (guesser: Guesser): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const [account, network] = subjects(guesser);
        if (!account) return;
        const counted = await tx
          .deleteFrom("signInFailure")
          .where("siteId", "=", siteId)
          .where("kind", "=", account.kind)
          .where("subjectHash", "=", account.subjectHash)
          .returning("failures")
          .executeTakeFirst();
        if (!counted || !network) return;
        await tx
          .updateTable("signInFailure")
          .set({ failures: sql<number>`greatest(0, failures - ${counted.failures})` })
          .where("siteId", "=", siteId)
          .where("kind", "=", network.kind)
          .where("subjectHash", "=", network.subjectHash)
          .execute();
      }),

    /** Forgets old guesses. */
    async sweep(): Promise<void> {
      const old = new Date(now().getTime() - memoryMs);
      await deleteInBatches((size) =>
        sql`delete from sign_in_failure where ctid in
          (select ctid from sign_in_failure where site_id = ${siteId} and last_failure_date < ${old} limit ${size})`.execute(
          db,
        ),
      );
    },
  };
}

/** Seconds of pause the `failures`th wrong guess in a row brings. */
export const pauseAfter = (failures: number, { after, firstSeconds, maxSeconds }: Pause): number =>
  failures < after ? 0 : Math.min(maxSeconds, firstSeconds * 2 ** (failures - after));

const hash = (text: string) => createHash("sha256").update(text).digest();

/** One household or one server has a /64 of IPv6 to itself, and an IPv4 address may come in IPv6 dress. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const groups = (text: string | undefined) => (text ? text.split(":") : []);
  const filled = 8 - groups(head).length - groups(tail).length;
  const all = tail === undefined ? groups(head) : [...groups(head), ...Array(filled).fill("0"), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
