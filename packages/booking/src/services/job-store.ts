import type { Job } from "@uola/contract";
import { type Database, json, newId } from "@uola/database";
import { type RawBuilder, sql } from "kysely";
import type { ChangeCause } from "../events.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "job.actor": ChangeCause["actor"];
    "job.failures": Job["failures"];
  }
}

const unfinished: Job["status"][] = ["WAITING", "RUNNING"];

export const insertJob = async (
  db: Database,
  siteId: string,
  { kind, input, actor, at }: { kind: string; input: unknown; actor: unknown; at: Date },
): Promise<string> => {
  const id = newId();
  const row = { siteId, id, kind, input: json(input), actor: json(actor), createdDate: at, updatedDate: at };
  await db.insertInto("job").values(row).execute();
  return id;
};

export const job = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("job")
    .select(["id", "status", "total", "done", "failed", "failures"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Selects the oldest unfinished job. */
export const nextJob = (db: Database, siteId: string) =>
  db
    .selectFrom("job")
    .select(["id", "kind", "input", "actor", "position"])
    .where("siteId", "=", siteId)
    .where("status", "in", unfinished)
    .orderBy("createdDate")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/** Locks an unfinished job; undefined while another process works on it. */
export const lockJob = (tx: Database, siteId: string, id: string) =>
  tx
    .selectFrom("job")
    .select(["position", "failures"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("status", "in", unfinished)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

type Progress = {
  status?: Job["status"];
  position?: string;
  failures?: string;
} & Partial<Record<"total" | "done" | "failed", RawBuilder<number>>>;
const updateJob = (db: Database, siteId: string, id: string, at: Date, to: Progress) =>
  db
    .updateTable("job")
    .set({ ...to, updatedDate: at })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();

/** A resumed job keeps its original total. */
export const beginJob = (db: Database, siteId: string, id: string, at: Date, total: number) =>
  updateJob(db, siteId, id, at, { status: "RUNNING", total: sql`coalesce(total, ${total})` });
export const endJob = (db: Database, siteId: string, id: string, at: Date, status: "DONE" | "FAILED") =>
  updateJob(db, siteId, id, at, { status });
export const countDone = (tx: Database, siteId: string, id: string, at: Date, position: string) =>
  updateJob(tx, siteId, id, at, { position, done: sql<number>`done + 1` });
export const countFailed = (
  tx: Database,
  siteId: string,
  id: string,
  at: Date,
  { position, failures }: { position: string; failures: Job["failures"] },
) => updateJob(tx, siteId, id, at, { position, failed: sql<number>`failed + 1`, failures: json(failures) });
