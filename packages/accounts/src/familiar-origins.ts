import { createHash } from "node:crypto";
import type { Database } from "@uola/database";
import { isStorable } from "./account.ts";
import { networkOf } from "./networks.ts";
import type { Ground } from "./account-store.ts";

/** Where a sign-in comes from: the network, and a mark only this browser has. */
export type Origin = { network?: string | undefined; browser?: string | undefined };
export type Familiar = { browser: boolean; network: boolean };
export type Origins = ReturnType<typeof createOrigins>;

/** A place nobody has signed in from for so long is strange again. */
const memoryMs = 90 * 86_400_000;

/** Where people have signed in from before. Kept as hashes: this is no list of whereabouts. */
export function createOrigins({ db, siteId, now }: Ground) {
  const hashesOf = ({ network, browser }: Origin) => [
    ...(network ? [{ kind: "NETWORK", originHash: hash(networkOf(network)) }] : []),
    ...(browser ? [{ kind: "BROWSER", originHash: hash(browser) }] : []),
  ];

  return {
    /** The person of this account has just shown here who they are. */
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

    /** How familiar this origin is for whoever has the address; for nobody's address it is strange. */
    async familiarity(tx: Database, email: string, origin: Origin): Promise<Familiar> {
      // costs the same for an address nobody could have
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
        .where("familiarOrigin.usedDate", ">", new Date(now().getTime() - memoryMs))
        .where((is) =>
          is.or([
            is.val(false),
            ...hashesOf(origin).map(({ kind, originHash }) =>
              is.and([is("familiarOrigin.kind", "=", kind), is("familiarOrigin.originHash", "=", originHash)]),
            ),
          ]),
        )
        .execute();
      const has = (wanted: string) => known.some(({ kind }) => kind === wanted);
      return { browser: has("BROWSER"), network: has("NETWORK") };
    },

    /** Nothing is familiar any more: a new password is a new beginning. */
    forget: (tx: Database, accountId: string) =>
      tx.deleteFrom("familiarOrigin").where("siteId", "=", siteId).where("accountId", "=", accountId).execute(),

    async sweep(): Promise<void> {
      const old = new Date(now().getTime() - memoryMs);
      await db.deleteFrom("familiarOrigin").where("siteId", "=", siteId).where("usedDate", "<", old).execute();
    },
  };
}

const hash = (text: string) => createHash("sha256").update(text).digest();
