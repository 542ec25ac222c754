import type { contract } from "@uola/contract";
import { type Context, type Handlers, page } from "@uola/kernel";
import { listingOf, namedEntries } from "../ledger/ledger.ts";
import type { PassLedger } from "./ledger.ts";
import * as store from "./store.ts";
import { toPass } from "./to-pass.ts";

const listing = listingOf("pass");

export function readingHandlers(
  { db, siteId }: Context,
  ledger: PassLedger,
): Handlers<Pick<typeof contract.passes, "query" | "get">> {
  return {
    async query({ status, kindId, text, limit, cursor }) {
      const today = await ledger.today();
      const searched = { status: status ?? undefined, kindId: kindId ?? undefined, text: text || undefined, today };
      const cursorPaging = { ...(limit && { limit }), ...(cursor && { cursor }) };
      const { rows, pagingMetadata } = await page(store.list(db, siteId, searched), { cursorPaging }, listing);
      return { passes: rows.map((row) => toPass(row, today)), pagingMetadata };
    },

    async get({ passId }) {
      const today = await ledger.today();
      const [row, entries, visitsToday] = await Promise.all([
        ledger.read(passId),
        store.entriesOf(db, siteId, [passId]),
        ledger.visitListOn(passId, today),
      ]);
      const named = await namedEntries({ db, siteId }, entries);
      return { pass: toPass(row, today), entries: named, visitsToday };
    },
  };
}
