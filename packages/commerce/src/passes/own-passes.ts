import { type contract, voucherCodeText } from "@uola/contract";
import type { Caller, Context, Handlers } from "@uola/kernel";
import type { PriceList } from "../prices/prices.ts";
import { qrOf } from "../vouchers/vouchers.ts";
import { refuseInvalidFreeze } from "./desk.ts";
import { ownRows } from "./holders.ts";
import type { PassLedger } from "./ledger.ts";
import * as store from "./store.ts";
import { toPass } from "./to-pass.ts";

const visitsShown = 10;

/** The operations that holders have on their own passes. */
export function ownHandlers(
  context: Context,
  { ledger, pricesOn }: { ledger: PassLedger; pricesOn: PriceList },
): Handlers<Pick<typeof contract.passes, "own" | "freezeOwn" | "resumeOwn">> {
  const { db, siteId } = context;

  /** Rejects another person's pass with PASS_NOT_FOUND. */
  async function refuseForeign(passId: string, caller: Caller): Promise<void> {
    if (!(await ownRows(context, caller)).some(({ id }) => id === passId)) throw ledger.notFound(passId);
  }

  /**
   * Returns a function that returns the name of a pass: the name in the price list in the reader's
   * language, or otherwise the name at the time of sale.
   */
  async function namesFor({ language }: Caller, today: string) {
    const [kinds, prices] = await Promise.all([store.kinds(db, siteId), pricesOn(today)]);
    const lines = new Map(kinds.map(({ id, priceId }) => [id, prices.get(priceId)]));
    return (kindId: string, sold: string): string => {
      const line = lines.get(kindId);
      if (!line || (sold !== line.name && sold !== line.english)) return sold;
      return language === "en" ? line.english : line.name;
    };
  }

  return {
    async own(_, { caller }) {
      const rows = await ownRows(context, caller);
      if (rows.length === 0) return { passes: [] };
      const entries = await store.entriesOf(
        db,
        siteId,
        rows.map(({ id }) => id),
      );
      const today = await ledger.today();
      const nameOf = await namesFor(caller, today);
      return {
        passes: rows.map((row) => {
          const code = voucherCodeText(ledger.codes.open(row.sealedCode));
          const visits = entries.flatMap(({ passId, visits, day }) =>
            passId === row.id && day && visits !== 0 ? [{ day, visits }] : [],
          );
          const pass = { ...toPass(row, today), name: nameOf(row.kindId, row.name) };
          return { pass, code, qr: qrOf(code), visits: visits.slice(0, visitsShown) };
        }),
      };
    },

    async freezeOwn({ passId, revision, from, until }, { caller: actor }) {
      refuseInvalidFreeze({ from, until, today: await ledger.today() });
      await refuseForeign(passId, actor);
      return { pass: (await ledger.freeze(passId, revision, { from, until, actor })).shown };
    },

    async resumeOwn({ passId, revision }, { caller: actor }) {
      await refuseForeign(passId, actor);
      return { pass: (await ledger.resume(passId, revision, { actor })).shown };
    },
  };
}
