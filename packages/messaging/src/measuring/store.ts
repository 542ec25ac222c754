import { type Database, newId } from "@uola/database";
import type { Fields } from "@uola/kernel";
import { sql } from "kysely";
import { type Choice, defaultMeasuringSettings, type Metric, type Rating, type SettingsRow } from "./rules.ts";

export const consentFields: Fields = { id: { column: sql.ref("consent.id"), type: "uuid", required: true } };

const settings = (db: Database, siteId: string) =>
  db
    .selectFrom("measuring")
    .select(["tagManagerId", "webVitals", "consentVersion", "revision"])
    .where("siteId", "=", siteId);

export const readSettings = async (db: Database, siteId: string): Promise<SettingsRow> =>
  (await settings(db, siteId).executeTakeFirst()) ?? defaultMeasuringSettings;

/** Locks the settings for a change. Creates the row if it does not exist. */
export async function lockSettings(tx: Database, siteId: string, at: Date): Promise<SettingsRow> {
  await tx
    .insertInto("measuring")
    .values({ siteId, updatedDate: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return settings(tx, siteId).forUpdate().executeTakeFirstOrThrow();
}

export const writeSettings = (tx: Database, siteId: string, row: SettingsRow, updatedDate: Date) =>
  tx
    .updateTable("measuring")
    .set({ ...row, updatedDate })
    .where("siteId", "=", siteId)
    .execute();

export const insertConsent = (
  db: Database,
  siteId: string,
  consent: { browserId: string; version: number; choice: Choice; createdDate: Date },
) =>
  db
    .insertInto("consent")
    .values({ siteId, id: newId(), ...consent })
    .execute();

export const readConsents = (db: Database, siteId: string) =>
  db.selectFrom("consent").select(["id", "browserId", "version", "choice", "createdDate"]).where("siteId", "=", siteId);

export type Views = { day: string; path: string; language: string; views: number };
export type Samples = { day: string; path: string; metric: Metric; rating: Rating; samples: number };

/**
 * Sorts the rows of a statement in a fixed order, so that two processes wait for each other instead
 * of deadlocking.
 */
const inOrder = <Row extends object>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

export const addViews = (db: Database, siteId: string, rows: readonly Views[]) =>
  db
    .insertInto("pageView")
    .values(inOrder(rows).map((row) => ({ siteId, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(["siteId", "day", "path", "language"])
        .doUpdateSet((eb) => ({ views: eb("pageView.views", "+", eb.ref("excluded.views")) })),
    )
    .execute();

export const addSamples = (db: Database, siteId: string, rows: readonly Samples[]) =>
  db
    .insertInto("webVital")
    .values(inOrder(rows).map((row) => ({ siteId, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(["siteId", "day", "path", "metric", "rating"])
        .doUpdateSet((eb) => ({ samples: eb("webVital.samples", "+", eb.ref("excluded.samples")) })),
    )
    .execute();

type Days = { from: string; to: string };
const views = (db: Database, siteId: string, { from, to }: Days) =>
  db
    .selectFrom("pageView")
    .select((eb) => eb.cast<number>(eb.fn.sum("views"), "integer").as("views"))
    .where("siteId", "=", siteId)
    .where("day", ">=", from)
    .where("day", "<=", to);

export const viewsByDay = (db: Database, siteId: string, days: Days) =>
  views(db, siteId, days).select("day").groupBy("day").orderBy("day").execute();

export const viewsByPage = (db: Database, siteId: string, days: Days) =>
  views(db, siteId, days).select("path").groupBy("path").orderBy("views", "desc").orderBy("path").execute();

export const samplesByPage = (db: Database, siteId: string, { from, to }: Days) =>
  db
    .selectFrom("webVital")
    .select(["path", "metric", "rating"])
    .select((eb) => eb.cast<number>(eb.fn.sum("samples"), "integer").as("samples"))
    .where("siteId", "=", siteId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy(["path", "metric", "rating"])
    .orderBy("path")
    .orderBy("metric")
    .execute();

/** Deletes data older than the retention period. */
export async function sweep(db: Database, siteId: string, { day, before }: { day: string; before: Date }) {
  await db.deleteFrom("pageView").where("siteId", "=", siteId).where("day", "<", day).execute();
  await db.deleteFrom("webVital").where("siteId", "=", siteId).where("day", "<", day).execute();
  await db.deleteFrom("consent").where("siteId", "=", siteId).where("createdDate", "<", before).execute();
}
