import { createHash } from "node:crypto";
import { type Database, json, newId } from "@uola/database";
import { sql } from "kysely";
import { deleteInBatches } from "./delete-in-batches.ts";
import { normalEmail } from "./email.ts";
import { networkOf } from "./networks.ts";
import type { Origin, Origins } from "./familiar-origins.ts";

/** From the `after`th wrong guess in a row each further one pauses: `firstSeconds`, then twice as long, up to `maxSeconds`. */
export type Pause = { after: number; firstSeconds: number; maxSeconds: number };
export type Pauses = { account: Pause; network: Pause; secondFactor?: Pause };

/**
 * `account` is for guesses at one account from one place: somebody elsewhere cannot hold its person up. A network is a whole
 * school or gym behind one address, so it is given more room than one account.
 */
export const defaultPauses: Pauses = {
  account: { after: 10, firstSeconds: 5, maxSeconds: 900 },
  network: { after: 100, firstSeconds: 5, maxSeconds: 900 },
};
// six digits are fewer than any password
const secondFactorPause: Pause = { after: 5, firstSeconds: 5, maxSeconds: 900 };

/** Wrong guesses are forgotten after a day without another one. */
const memoryMs = 24 * 3_600_000;

type SignInGuesser = Origin & {
  email: string;
  /** Whose address it is, for the audit trail. */
  accountId?: string | undefined;
  /** The stay of somebody who is signed in already: a place of its own. */
  stay?: string | undefined;
};
export type Guesser = SignInGuesser | { secondFactorOf: string };

/** Whom a pause is noted for when it is for no account. */
const nobody = "00000000-0000-0000-0000-000000000000";
const actor = json({ kind: "system", id: "accounts" });

type Subject = {
  kind: "ACCOUNT" | "ACCOUNT_ORIGIN" | "NETWORK" | "SECOND_FACTOR";
  subjectHash: Buffer;
  /** Whose guesses they are, so that they can be forgotten together. */
  accountHash?: Buffer;
  /** None: they are only counted. */
  pause?: Pause;
  /** For the audit trail. */
  entityId: string;
};

/**
 * Counts wrong guesses for every process on the database alike: at an account from one place, from a network at whatever
 * accounts, and at an account from everywhere. The first two pause. The last one does not, or anybody could keep anybody
 * out; it makes strangers work for each further try. A browser the person has signed in with before is a place of its own,
 * so that it matters nothing to it what others in the same network do.
 */
export function createPauses(db: Database, siteId: string, pauses: Pauses, origins: Origins, now: () => Date) {
  async function subjects(tx: Database, guesser: Guesser): Promise<Subject[]> {
    if ("secondFactorOf" in guesser) {
      const pause = pauses.secondFactor ?? secondFactorPause;
      const { secondFactorOf: entityId } = guesser;
      return [{ kind: "SECOND_FACTOR", subjectHash: hash(entityId), pause, entityId }];
    }
    const { email, browser, stay, accountId: entityId = nobody } = guesser;
    const familiar = await origins.familiarity(tx, email, guesser);
    const network = guesser.network ? networkOf(guesser.network) : undefined;
    const own = stay ?? (familiar.browser ? browser : undefined);
    const accountHash = hash(email);
    const everywhere: Subject = { kind: "ACCOUNT", subjectHash: accountHash, accountHash, entityId };
    const here = (place: string): Subject => ({
      kind: "ACCOUNT_ORIGIN",
      subjectHash: hash(`${email} ${place}`),
      accountHash,
      pause: pauses.account,
      entityId,
    });
    if (own) return [here(`browser ${own}`), everywhere];
    const wide: Subject[] = network
      ? [{ kind: "NETWORK", subjectHash: hash(network), pause: pauses.network, entityId: nobody }]
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

  async function countOne(tx: Database, { kind, subjectHash, accountHash, pause, entityId }: Subject, at: Date) {
    const forgotten = new Date(at.getTime() - memoryMs);
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
    const seconds = pause ? pauseAfter(failures, pause) : 0;
    if (!pause || seconds === 0) return;
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

  async function lately(kind: Subject["kind"], subjectHash: Buffer): Promise<number> {
    const row = await rowOf(db, { kind, subjectHash }).executeTakeFirst();
    return row && row.lastFailureDate.getTime() >= now().getTime() - memoryMs ? row.failures : 0;
  }

  return {
    /** Wrong guesses lately, at the account from everywhere and from the network, so that whoever asks may ask for more. */
    async failures({ email, network }: { email: string; network?: string | undefined }) {
      const account = await lately("ACCOUNT", hash(normalEmail(email)));
      return { account, network: network ? await lately("NETWORK", hash(networkOf(network))) : 0 };
    },

    /**
     * Whether a sign-in from here should take some work: as many wrong guesses as bring a pause have come from everywhere
     * together, and nobody has signed in to this account from here before.
     */
    async takesWork({ email, ...origin }: { email: string } & Origin): Promise<boolean> {
      const address = normalEmail(email);
      const familiar = await origins.familiarity(db, address, origin);
      const failures = await lately("ACCOUNT", hash(address));
      return failures >= pauses.account.after && !familiar.browser && !familiar.network;
    },

    /** Forgets what was counted against an address: its person is gone, or has just shown that it is theirs. */
    forget: (tx: Database, email: string) =>
      tx.deleteFrom("signInFailure").where("siteId", "=", siteId).where("accountHash", "=", hash(email)).execute(),

    /** Seconds left of the longest pause that holds for this guesser; 0 when there is none. */
    async secondsLeft(guesser: Guesser): Promise<number> {
      const paused = (await subjects(db, guesser)).filter(({ pause }) => pause);
      const rows = await Promise.all(paused.map((subject) => rowOf(db, subject).executeTakeFirst()));
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
        const all = await subjects(tx, guesser);
        let left = 0;
        for (const subject of all.filter(({ pause }) => pause)) {
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

    countFailure: (guesser: Guesser): Promise<void> =>
      db.transaction().execute(async (tx) => {
        for (const subject of await subjects(tx, guesser)) await countOne(tx, subject, now());
      }),

    /** This place starts anew with the account; the others are given back what it had counted against them, and no more. */
    countSuccess: (guesser: Guesser): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const [here, ...others] = await subjects(tx, guesser);
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
