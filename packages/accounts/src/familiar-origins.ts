import { createHash } from "node:crypto";
import type { Database } from "@uola/database";
import { isStorable } from "./account.ts";
import type { AccountsDeps } from "./account-store.ts";
import { networkOf } from "./networks.ts";

/** The origin of a sign-in: the network, and a cookie that only this browser has. */
export type Origin = { network?: string | undefined; browser?: string | undefined };
type Familiarity = { browser: boolean; network: boolean };
export type Origins = ReturnType<typeof createOrigins>;

/** An origin without sign-ins for this period becomes unfamiliar again. */
const retentionMs = 90 * 86_400_000;

/**
 * Stores the origins from which people have signed in. Only hashes are stored, so that the data
 * reveals no locations.
 */
export function createOrigins({ db, siteId, now }: AccountsDeps) {
  const hashesOf = ({ network, browser }: Origin) => [
    ...(network ? [{ kind: "NETWORK" as const, originHash: hash(networkOf(network)) }] : []),
    ...(browser ? [{ kind: "BROWSER" as const, originHash: hash(browser) }] : []),
  ];

  return {
    /** Remembers an origin. Call this after the account's owner has authenticated from it. */
    async remember(accountId: string, origin: Origin, tx: Database = db): Promise<void> {
      const rows = hashesOf(origin).map((each) => ({ siteId, accountId, ...each, usedDate: now() }));
      if (rows.length === 0) return;
      await tx
        .insertInto("familiarOrigin")
        .values(rows)
        .onConflict((same) =>
          same.columns(["siteId", "accountId", "kind", "originHash"]).doUpdateSet({ usedDate: now() }),
        )
        .execute();
    },

    /**
     * Whether the owner of this email address has signed in from this origin before. An unknown
     * email address is never familiar.
     */
    async familiarity(tx: Database, email: string, origin: Origin): Promise<Familiarity> {
      // Runs the same statement for an email address that cannot exist, so that the cost is the
      // same.
      const address = isStorable(email) ? email : "";
      const known = await tx
        .selectFrom("familiarOrigin")
        .innerJoin("account", (join) =>
          join
            .onRef("account.siteId", "=", "familiarOrigin.siteId")
            .onRef("account.id", "=", "familiarOrigin.accountId"),
        )
        .select(["familiarOrigin.kind", "familiarOrigin.originHash"])
        .where("account.siteId", "=", siteId)
        .where("account.email", "=", address)
        .where("familiarOrigin.usedDate", ">", new Date(now().getTime() - retentionMs))
        .where((is) =>
          is.or([
            is.val(false),
            ...hashesOf(origin).map(({ kind, originHash }) =>
              is.and([is("familiarOrigin.kind", "=", kind), is("familiarOrigin.originHash", "=", originHash)]),
            ),
          ]),
        )
        .execute();
      const has = (searched: string) => known.some(({ kind }) => kind === searched);
      return { browser: has("BROWSER"), network: has("NETWORK") };
    },

    /** Forgets every origin of an account, for example after a new password. */
    forget: (tx: Database, accountId: string) =>
      tx.deleteFrom("familiarOrigin").where("siteId", "=", siteId).where("accountId", "=", accountId).execute(),

    async sweep(): Promise<void> {
      const old = new Date(now().getTime() - retentionMs);
      await db.deleteFrom("familiarOrigin").where("siteId", "=", siteId).where("usedDate", "<", old).execute();
    },
  };
}

const hash = (text: string) => createHash("sha256").update(text).digest();
