import { dataErrors, type Index } from "@uola/contract";
import { type BackgroundTask, type Context, Refusal, toErrorResponse } from "@uola/kernel";
import { sql } from "kysely";
import { type CollectionSchema, type Collections, tableName } from "../collections/collections.ts";
import { createStatements, indexedValue, indexNames } from "./statements.ts";
import * as store from "./store.ts";

const extendEveryMs = 20_000;

export type IndexBuildDeps = Pick<Context, "connection" | "db" | "siteId" | "now" | "log" | "changes">;

/** Builds and drops waiting indexes one by one. Returns the number of indexes processed. */
export async function workOnIndexes(context: IndexBuildDeps, collections: Collections, isStopping = () => false) {
  let done = 0;
  for (;;) {
    if (isStopping()) return done;
    const claim = await store.claim(context.db, context.siteId);
    if (!claim) return done;
    await withClaim(context, claim, () => workOn(context, collections, claim));
    context.changes.publish("collections");
    done += 1;
  }
}

/**
 * Claims the index, so that no other process works on it. If this process dies, the claim expires
 * within a minute.
 */
async function withClaim(context: IndexBuildDeps, claim: store.Claim, work: () => Promise<void>): Promise<void> {
  const extend = async () => {
    const until = await store.extend(context.db, context.siteId, claim);
    if (until) claim.claimedUntil = until;
  };
  let extending = Promise.resolve();
  const timer = setInterval(() => {
    extending = extending.then(extend).catch((error) => context.log.warn({ err: error }, "a claim ends"));
  }, extendEveryMs).unref();
  try {
    await work();
  } finally {
    clearInterval(timer);
    await extending;
  }
}

async function workOn(context: IndexBuildDeps, collections: Collections, claim: store.Claim): Promise<void> {
  const { db, siteId } = context;
  const { index } = claim;
  if (index.status === "DROPPING") {
    await dropAll(context, index);
    await store.forget(db, siteId, claim);
    return;
  }
  try {
    const collection = await collections.read(claim.collectionId);
    await dropAll(context, index);
    await build(context, collection, index, false);
    if (await store.hasSandbox(db, siteId, index.collectionKey)) await build(context, collection, index, true);
    await store.finish(db, siteId, claim, { status: "ACTIVE", at: context.now() });
  } catch (error) {
    // The collection was removed or the database is unavailable. The next process that claims the
    // index tries again.
    if (error instanceof Refusal || isTransient(error)) return;
    const failure = await failureOf(context, collections, claim, error);
    await dropAll(context, index);
    await store.finish(db, siteId, claim, { status: "FAILED", failure, at: context.now() });
  }
}

/** Builds without blocking writes (`concurrently`), so it cannot run in a transaction. */
async function build(context: IndexBuildDeps, collection: CollectionSchema, index: store.IndexRow, sandbox: boolean) {
  for (const { create } of createStatements(context.db, collection, index, sandbox)) await run(context, create);
  // The planner needs statistics on the index's expressions.
  await run(context, `analyze items.${tableName(collection.key, sandbox)}`);
}

/** Also drops the remains of an interrupted build, which PostgreSQL would maintain without using. */
async function dropAll(context: IndexBuildDeps, index: store.IndexRow): Promise<void> {
  for (const name of [false, true].flatMap((sandbox) => indexNames(index.collectionKey, index, sandbox))) {
    await run(context, `drop index concurrently if exists items.${name}`);
  }
}

/** Uses a dedicated connection, because a build has no time limit. */
export async function run<Row>({ connection }: IndexBuildDeps, statement: string): Promise<Row[]> {
  const client = await connection.pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    return (await client.query(statement)).rows as Row[];
  } finally {
    client.release(true);
  }
}

const isTransient = (error: unknown) => toErrorResponse(error, "").status === 503;

type Failure = NonNullable<Index["failure"]>;

async function failureOf(
  { db, log }: IndexBuildDeps,
  collections: Collections,
  { index, collectionId }: store.Claim,
  error: unknown,
): Promise<Failure> {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "54000") return { code: dataErrors.indexValueTooLong, description: "A value is too long for an index." };
  if (code !== "23505") {
    log.error({ err: error, index: index.name }, "index build failed");
    return { code: dataErrors.indexFailed, description: "The index could not be built." };
  }
  const collection = await collections.read(collectionId);
  const itemId = await duplicateOf({ db }, collection, index);
  return {
    code: dataErrors.indexValuesRepeat,
    description: "Some items have the same value.",
    ...(itemId && { itemId }),
  };
}

/** Finds the newest item with a duplicate value. */
async function duplicateOf({ db }: Pick<IndexBuildDeps, "db">, collection: CollectionSchema, index: store.IndexRow) {
  const [first] = index.fields;
  if (!first) return undefined;
  const value = indexedValue(collection, index, first.path);
  for (const sandbox of collection.hasSandbox ? [false, true] : [false]) {
    const table = sql.table(`items.${tableName(collection.key, sandbox)}`);
    const { rows } = await sql<{ itemId: string }>`
      select (array_agg(id order by created_date desc, id desc))[1] as item_id from ${table}
      where ${value} is not null group by ${value} having count(*) > 1 limit 1`.execute(db);
    if (rows[0]) return rows[0].itemId;
  }
  return undefined;
}

/**
 * Builds and drops indexes: immediately on request, and later for work that another process left
 * unfinished.
 */
export function indexBuildTask(context: Context, collections: Collections): BackgroundTask {
  return {
    name: "indexes: build and drop",
    everyMs: 15_000,
    wakeOn: ["collections"],
    async run({ signal }) {
      await workOnIndexes(context, collections, () => signal.aborted);
    },
  };
}
