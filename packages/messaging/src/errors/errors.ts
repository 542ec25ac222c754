import type { contract } from "@uola/contract";
import {
  type BackgroundTask,
  type Context,
  dayMs,
  type Handlers,
  hourMs,
  type Listing,
  page,
  Refusal,
  recordChange,
  transact,
} from "@uola/kernel";
import { errorsPerSourceMax, retentionDays } from "./rules.ts";
import * as store from "./store.ts";

export { createErrorCollector, type ErrorCollector } from "./collector.ts";
export { readDsn, type Sentry, sentryRelay } from "./sentry.ts";

const listing: Listing = {
  fields: store.fields,
  key: "id",
  sort: [{ fieldName: "lastDate", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};

/** Handlers for browser and server errors, which the owner lists and resolves. */
export function errorReports({ db, siteId, now }: Context): Handlers<typeof contract.errorReports> {
  return {
    async query({ status, source, cursorPaging }) {
      const all = store.readGroups(db, siteId);
      const groups = (source ? all.where("source", "=", source) : all).$if(status != null, (found) =>
        found.where("resolvedDate", status === "OPEN" ? "is" : "is not", null),
      );
      const { rows, pagingMetadata } = await page(groups, { cursorPaging: cursorPaging ?? {} }, listing);
      return { errors: rows, cursors: { next: pagingMetadata.cursors?.next } };
    },

    resolve: ({ errorId, resolved }, { caller }) =>
      transact({ db }, async (tx) => {
        const before = await store.lock(tx, siteId, errorId);
        if (!before) throw new Refusal("ERROR_NOT_FOUND", `No error ${errorId}.`, 404);
        const at = now();
        const resolvedDate = resolved ? (before.resolvedDate ?? at) : null;
        await store.setResolved(tx, siteId, errorId, resolvedDate);
        const audit = {
          actor: caller,
          action: resolved ? "error.resolve" : "error.reopen",
          before: { resolvedDate: before.resolvedDate },
          after: { resolvedDate },
        };
        await recordChange(tx, { siteId, at, entity: "error", entityId: errorId, audit });
        return {};
      }),
  };
}

/** Deletes errors that have not occurred for a month. */
export const errorSweepTask = ({ db, siteId, now }: Pick<Context, "db" | "siteId" | "now">): BackgroundTask => ({
  name: "errors: delete old ones",
  everyMs: hourMs,
  oneProcessAtATime: true,
  run: () => store.sweep(db, siteId, new Date(now().getTime() - retentionDays * dayMs), errorsPerSourceMax),
});
