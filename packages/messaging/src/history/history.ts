import type { contract, HistoryEntry } from "@uola/contract";
import { type Context, type Handlers, type Listing, page } from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";
import { sql } from "kysely";
import { changesBetween } from "./rules.ts";
import * as store from "./store.ts";

const listing: Listing = {
  fields: { id: { column: sql.ref("audit.id"), type: "uuid" } },
  key: "id",
  sort: [{ fieldName: "id", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};

/** The audit entries of one entity, as the owner reads them. */
export function history({ db, siteId }: Context): Handlers<typeof contract.history> {
  return {
    async query({ entityId, cursorPaging }) {
      const entries = store.entriesOf(db, siteId, entityId);
      const { rows, pagingMetadata } = await page(entries, { cursorPaging: cursorPaging ?? {} }, listing);
      const names = await namesOf(
        db,
        siteId,
        rows.map(({ actor }) => actorOf(actor)),
      );
      const read = rows.map(({ id, createdDate, action, actor, reason, before, after }): HistoryEntry => {
        const identified = actorOf(actor);
        const name = names.get(identified.id);
        return {
          id,
          createdDate,
          action,
          actor: name ? { ...identified, name } : identified,
          reason,
          changes: changesBetween(before, after),
        };
      });
      return { entries: read, cursors: { next: pagingMetadata.cursors?.next } };
    },
  };
}
