import type { contract } from "@uola/contract";
import { type Context, type Handlers, type Listing, page } from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";
import type { PassLedger } from "./ledger.ts";
import * as store from "./store.ts";
import { toEntry, toPass } from "./to-pass.ts";

const listing: Listing = {
  fields: {
    id: { column: store.listColumns.id, type: "uuid", required: true },
    number: { column: store.listColumns.number, type: "number", required: true },
  },
  key: "id",
  sort: [{ fieldName: "number", order: "DESC" }],
  limit: { default: 30, max: 100 },
  paging: "cursor",
};

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
      return { passes: rows.map((row) => toPass(row as store.PassRow, today)), pagingMetadata };
    },

    async get({ passId }) {
      const today = await ledger.today();
      const [row, entries, visitsToday] = await Promise.all([
        ledger.read(passId),
        store.entriesOf(db, siteId, [passId]),
        ledger.visitListOn(passId, today),
      ]);
      const names = await namesOf(
        db,
        siteId,
        entries.map(({ actor }) => actorOf(actor)),
      );
      return { pass: toPass(row, today), entries: entries.map((entry) => toEntry(entry, names)), visitsToday };
    },
  };
}
