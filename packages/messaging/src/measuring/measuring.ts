import type { contract, MeasuringSettings } from "@uola/contract";
import {
  type BackgroundTask,
  type Context,
  dayMs,
  type Handlers,
  type Listing,
  page,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
} from "@uola/kernel";
import { localDate } from "@uola/words/formats";
import { daysMax, type Metric, retentionDays, type SettingsRow } from "./rules.ts";
import * as store from "./store.ts";

export { type Counter, createCounter } from "./counter.ts";

const listing: Listing = {
  fields: store.consentFields,
  key: "id",
  sort: [{ fieldName: "id", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};

/** Handlers for the owner's measurement settings and the collected statistics. */
export function measuring(context: Context): Handlers<typeof contract.measuring> {
  const { db, siteId, now } = context;
  return {
    settings: async () => ({ settings: toWire(await store.readSettings(db, siteId)) }),

    updateSettings: async ({ settings: { tagManagerId, webVitals, revision }, askAgain }, { caller }) => {
      const after = await transact(context, { publish: "business" }, async (tx) => {
        const at = now();
        const before = await store.lockSettings(tx, siteId, at);
        refuseStaleRevision(before, revision);
        const container = tagManagerId === undefined ? before.tagManagerId : tagManagerId;
        // Consent was given for the previous container only.
        const isOther = container !== null && container !== before.tagManagerId;
        const row: SettingsRow = {
          tagManagerId: container,
          webVitals: webVitals ?? before.webVitals,
          consentVersion: before.consentVersion + (isOther || askAgain ? 1 : 0),
          revision: before.revision + 1,
        };
        await store.writeSettings(tx, siteId, row, at);
        const audit = { actor: caller, action: "measuring.update", before, after: row };
        await recordChange(tx, { siteId, at, entity: "measuring", entityId: siteId, audit });
        return row;
      });
      return { settings: toWire(after) };
    },

    async views(days) {
      refuseTooManyDays(days);
      return { days: await store.viewsByDay(db, siteId, days), pages: await store.viewsByPage(db, siteId, days) };
    },

    async vitals(days) {
      refuseTooManyDays(days);
      const pages = new Map<string, Record<"good" | "middling" | "poor", number> & { path: string; metric: Metric }>();
      for (const { path, metric, rating, samples } of await store.samplesByPage(db, siteId, days)) {
        const key = `${path} ${metric}`;
        const line = pages.get(key) ?? { path, metric, good: 0, middling: 0, poor: 0 };
        line[rating.toLowerCase() as "good" | "middling" | "poor"] = samples;
        pages.set(key, line);
      }
      return { pages: [...pages.values()] };
    },

    async consents({ cursorPaging }) {
      const { rows, pagingMetadata } = await page(
        store.readConsents(db, siteId),
        { cursorPaging: cursorPaging ?? {} },
        listing,
      );
      return { consents: rows, cursors: { next: pagingMetadata.cursors?.next } };
    },
  };
}

const toWire = ({ revision, ...row }: SettingsRow): MeasuringSettings => ({ ...row, revision: String(revision) });

function refuseTooManyDays({ from, to }: { from: string; to: string }): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days > daysMax) throw new Refusal("TOO_MANY_DAYS", `A question spans at most ${daysMax} days.`, 400);
}

/** Deletes counts and consent choices after three years. */
export const measuringSweepTask = ({ db, siteId, now }: Pick<Context, "db" | "siteId" | "now">): BackgroundTask => ({
  name: "measuring: delete old counts",
  everyMs: dayMs,
  oneProcessAtATime: true,
  run: () => {
    const before = new Date(now().getTime() - retentionDays * dayMs);
    return store.sweep(db, siteId, { day: localDate(before), before });
  },
});
