import type { contract, HistoryEntry } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Schema } from "@uola/database";
import { type Context, type Handlers, type Listing, page } from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";
import { type Selectable, sql } from "kysely";
import { changesBetween } from "./rules.ts";
import * as store from "./store.ts";

const listing: Listing = {
  fields: { id: { column: sql.ref("audit.id"), type: "uuid" } },
  key: "id",
  sort: [{ fieldName: "id", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};

/** Sorted by date, so that date filters and the page order share an index. */
const searching: Listing = {
  fields: {
    id: { column: sql.ref("audit.id"), type: "uuid", required: true },
    createdDate: { column: sql.ref("audit.created_date"), type: "date", required: true },
  },
  key: "id",
  sort: [{ fieldName: "createdDate", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};

type Row = Pick<Selectable<Schema["audit"]>, "id" | "createdDate" | "action" | "actor" | "reason" | "before" | "after">;

/** Handlers for reading the audit entries of one entity or of all entities, as shown to the owner. */
export function history({ db, siteId }: Context): Handlers<typeof contract.history> {
  async function read<Found extends Row>(rows: readonly Found[]): Promise<(Found & HistoryEntry)[]> {
    const actors = rows.map(({ actor }) => actorOf(actor));
    const names = await namesOf(db, siteId, actors);
    return rows.map((row, index) => {
      const identified = required(actors[index], "actor");
      const name = names.get(identified.id);
      const actor = name ? { ...identified, name } : identified;
      return { ...row, actor, changes: changesBetween(row.before, row.after) };
    });
  }

  return {
    async query({ entityId, cursorPaging }) {
      const entries = store.entriesOf(db, siteId, entityId);
      const { rows, pagingMetadata } = await page(entries, { cursorPaging: cursorPaging ?? {} }, listing);
      return { entries: await read(rows), cursors: { next: pagingMetadata.cursors?.next } };
    },

    async search({ cursorPaging, ...searched }) {
      const found = store.search(db, siteId, searched);
      const { rows, pagingMetadata } = await page(found, { cursorPaging: cursorPaging ?? {} }, searching);
      const names = await store.namesOf(db, siteId, [...new Set(rows.map(({ entityId }) => entityId))]);
      const entries = (await read(rows)).map((entry) => ({ ...entry, name: names.get(entry.entityId) }));
      return { entries, cursors: { next: pagingMetadata.cursors?.next } };
    },
  };
}
