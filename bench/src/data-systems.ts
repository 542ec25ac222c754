import { join } from "node:path";
import { type Connection, openDatabase } from "@uola/database";
import {
  fillThings,
  indexes,
  indexThings,
  leastQuantity,
  pageQuery,
  pageSize,
  type Thing,
  thing,
} from "./data-items.ts";
import { directusHeaders, startDirectus } from "./directus.ts";
import { origins, ownerKey, ports, type Running, run } from "./harness.ts";
import { type LoadRequest, sendByWorkers } from "./load.ts";
import { line } from "./report.ts";

export const few = 10_000;
export const many = 1_000_000;
export const bulkSize = 1_000;
const knownIds = 2_000;

/** A system under test, with the nth request of each measured operation. */
export type System = {
  name: string;
  origin: string;
  pid: number;
  read(n: number): LoadRequest;
  page(n: number): LoadRequest;
  /** Filtered by an indexed field. */
  aggregate(n: number): LoadRequest;
  /** Filtered by a field without an index. */
  scan(n: number): LoadRequest;
  insert(n: number): LoadRequest;
  bulk(n: number): LoadRequest;
};
export type Operation = Exclude<keyof System, "name" | "origin" | "pid">;

const at = <Value>(list: Value[], n: number) => list[n % list.length] as Value;
/** Bodies of bulk calls are large, so four of them are created in advance and used in turn. */
function bulkBodies(wrap: (things: Thing[]) => unknown): (n: number) => string {
  const bodies = Array.from({ length: 4 }, (_, part) =>
    JSON.stringify(wrap(Array.from({ length: bulkSize }, (_, n) => thing(part * bulkSize + n)))),
  );
  return (n) => at(bodies, n);
}

/** Creates a database on the same server and returns its URL. */
async function createDatabase({ pool, url }: Connection, name: string): Promise<string> {
  await pool.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = name;
  return own.href;
}

type Pool = Connection["pool"];
async function fillTable(pool: Pool, table: string, count: number) {
  await pool.query(fillThings(table), [0, count]);
  for (const statement of indexThings(table)) await pool.query(statement);
  await pool.query(`vacuum analyze ${table}`);
}
async function idsOf(pool: Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query(`select id from ${table} order by random() limit ${knownIds}`);
  return rows.map(({ id }) => id);
}

const headers = { "content-type": "application/json" };

export async function baselineSystems(
  connection: Connection,
): Promise<{ few: System; many: System; stop(): Promise<void> }> {
  const url = await createDatabase(connection, "baseline");
  const { pool, close } = openDatabase({ url });
  for (const [table, count] of [
    ["few", few],
    ["things", many],
  ] as const) {
    await pool.query(`create table ${table} (id uuid primary key default uuidv7(), title text, category text, price float8,
      quantity int, available boolean, "addedOn" timestamptz, note text)`);
    await fillTable(pool, table, count);
  }
  const server = await run("baseline-data.ts", { PORT: String(ports.baseline), DATABASE_URL: url }, "listening");
  const side = async (name: string, table: string): Promise<System> => {
    const ids = await idsOf(pool, table);
    const bulk = bulkBodies((things) => things);
    const post = (path: string, body: string): LoadRequest => ({
      path: `/${table}${path}`,
      method: "POST",
      headers,
      body,
    });
    return {
      name,
      origin: origins.baseline,
      pid: server.pid,
      read: (n) => ({ path: `/${table}/${at(ids, n)}`, method: "GET", headers }),
      page: (n) => post("/query", JSON.stringify(pageQuery(n))),
      aggregate: () => post("/aggregate", JSON.stringify({ leastQuantity })),
      scan: () => post("/scan", JSON.stringify({ available: true })),
      insert: (n) => post("", JSON.stringify(thing(n))),
      bulk: (n) => post("/bulk", bulk(n)),
    };
  };
  const sides = { few: await side(`  baseline, ${few}`, "few"), many: await side("  baseline", "things") };
  await close();
  return { ...sides, stop: server.stop };
}

export async function directusSystems(
  connection: Connection,
  folder: string,
): Promise<{ shipped: System; frozen: System; stop(): Promise<void> }> {
  let ids: string[] = [];
  const directus = await startDirectus(
    await createDatabase(connection, "directus"),
    join(folder, "server"),
    async (pool) => {
      await fillTable(pool, "things", many);
      ids = await idsOf(pool, "things");
    },
  );
  const bulk = bulkBodies((things) => things);
  const get = (path: string): LoadRequest => ({
    path: `/items/things${path}`,
    method: "GET",
    headers: directusHeaders,
  });
  const post = (body: string): LoadRequest => ({
    path: "/items/things",
    method: "POST",
    headers: directusHeaders,
    body,
  });
  const query = (parameters: Record<string, string>) => get(`?${new URLSearchParams(parameters)}`);
  const grouped = { "aggregate[count]": "*", "aggregate[avg]": "price", "groupBy[]": "category" };
  const side = (name: string, origin: string, { pid }: Running): System => ({
    name,
    origin,
    pid,
    read: (n) => get(`/${at(ids, n)}`),
    page: (n) => {
      const { category, before } = pageQuery(n);
      const filter = { "filter[category][_eq]": category, "filter[addedOn][_lt]": before };
      return query({ ...filter, sort: "-addedOn", limit: String(pageSize) });
    },
    aggregate: () => query({ ...grouped, "filter[quantity][_gte]": String(leastQuantity) }),
    scan: () => query({ ...grouped, "filter[available][_eq]": "true" }),
    insert: (n) => post(JSON.stringify(thing(n))),
    bulk: (n) => post(bulk(n)),
  });
  return {
    shipped: side("  Directus", origins.directus, directus.shipped),
    frozen: side("  Directus, schema frozen", origins.frozenDirectus, directus.frozen),
    stop: directus.stop,
  };
}

const ownerHeaders = { ...headers, authorization: ownerKey };
const uolaRequest = (path: string, body: unknown): LoadRequest => ({
  path,
  method: "POST",
  headers: ownerHeaders,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const item = ({ addedOn, ...rest }: Thing) => ({ data: { ...rest, addedOn: { $date: addedOn } } });

const aggregation = {
  groupingFields: ["category"],
  operations: [
    { resultFieldName: "count", itemCount: {} },
    { resultFieldName: "price", average: { itemFieldName: "price" } },
  ],
};

/** Two Uola collections, filled over HTTP. */
export async function uolaSystems(
  uola: Running,
  builder: () => Promise<Running>,
  { pool }: Connection,
): Promise<{ few: System; many: System }> {
  const background = await builder();
  for (const id of ["FewThings", "Things"]) await makeCollection(id);
  await background.stop();
  const ids = { few: await fillCollection("FewThings", few), things: await fillCollection("Things", many) };
  await pool.query("vacuum analyze");
  // The background work looks for large collections when it starts.
  const coverer = await builder();
  await coveringIndex(pool);
  await coverer.stop();
  const side = (name: string, dataCollectionId: string, known: string[]): System => {
    const bulk = bulkBodies((things) => ({ dataCollectionId, dataItems: things.map(item) }));
    const aggregated = (initialFilter: object) =>
      uolaRequest("/v2/items/aggregate", { dataCollectionId, initialFilter, aggregation });
    return {
      name,
      origin: origins.platform,
      pid: uola.pid,
      read: (n) => {
        const id = at(known, n);
        const path = `/v2/items/${id}?dataItemId=${id}&dataCollectionId=${dataCollectionId}`;
        return { path, method: "GET", headers: ownerHeaders };
      },
      page: (n) => {
        const { category, before } = pageQuery(n);
        const filter = { category, addedOn: { $lt: { $date: before } } };
        const sort = [{ fieldName: "addedOn", order: "DESC" }];
        return uolaRequest("/v2/items/query", {
          dataCollectionId,
          query: { filter, sort, paging: { limit: pageSize } },
        });
      },
      aggregate: () => aggregated({ quantity: { $gte: leastQuantity } }),
      scan: () => aggregated({ available: true }),
      insert: (n) => uolaRequest("/v2/items", { dataCollectionId, dataItem: item(thing(n)) }),
      bulk: (n) => uolaRequest("/v2/bulk/items/insert", bulk(n)),
    };
  };
  return { few: side(`  Uola, ${few}`, "FewThings", ids.few), many: side("  Uola", "Things", ids.things) };
}

/**
 * Waits for the covering index of the large collection. Uola adds a database comment to the index
 * when it is complete.
 */
async function coveringIndex(pool: Pool) {
  const complete = "select from pg_class where relname like 'c\\_%' and obj_description(oid, 'pg_class') is not null";
  const began = performance.now();
  while ((await pool.query(complete)).rowCount === 0) {
    if (performance.now() - began > 120_000) throw new Error("There is no covering index after 120 s.");
    await new Promise((done) => setTimeout(done, 200));
  }
  line("covering index of Things, built in the background", `${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function makeCollection(id: string) {
  const field = (key: string, type: string) => ({ key, type });
  await callUola("/v2/collections", {
    collection: {
      id,
      fields: [
        field("title", "TEXT"),
        field("category", "TEXT"),
        field("price", "NUMBER"),
        field("quantity", "NUMBER"),
        field("available", "BOOLEAN"),
        field("addedOn", "DATETIME"),
        field("note", "TEXT"),
      ],
      permissions: { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ANYONE" },
    },
  });
  for (const [name, fields] of Object.entries(indexes)) {
    await callUola("/v2/indexes", { dataCollectionId: id, index: { name, fields } });
  }
  await waitForIndexes(id);
}

/** Inserts `count` items into a collection and returns the ids of some of them. */
async function fillCollection(id: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  const idsPerCall = Math.ceil((knownIds * bulkSize) / count);
  const began = performance.now();
  for (let from = 0; from < count; from += 20 * bulkSize) {
    const calls = Array.from({ length: Math.min(20, (count - from) / bulkSize) }, (_, call) => {
      const things = Array.from({ length: bulkSize }, (_, n) => item(thing(from + call * bulkSize + n)));
      return uolaRequest("/v2/bulk/items/insert", { dataCollectionId: id, dataItems: things });
    });
    const { statuses, bodies } = await sendByWorkers(origins.platform, calls, 4);
    if (statuses.get(200) !== calls.length) throw new Error(`${id} could not be filled: ${bodies[0]?.slice(0, 500)}`);
    for (const body of bodies) {
      const { results, bulkActionMetadata } = JSON.parse(body) as {
        results: { itemMetadata: { id: string } }[];
        bulkActionMetadata: { totalSuccesses: number };
      };
      if (bulkActionMetadata.totalSuccesses !== bulkSize)
        throw new Error(`${id} took too little: ${body.slice(0, 500)}`);
      for (const { itemMetadata } of results.slice(0, idsPerCall)) ids.push(itemMetadata.id);
    }
  }
  const seconds = (performance.now() - began) / 1000;
  line(
    `filling ${id} over the wire, with its indexes`,
    `${count} in ${seconds.toFixed(0)} s, ${Math.round(count / seconds)}/s`,
  );
  return ids;
}

async function callUola(path: string, body: unknown): Promise<string> {
  const { statuses, bodies } = await sendByWorkers(origins.platform, [uolaRequest(path, body)], 1);
  const [text = ""] = bodies;
  if (!statuses.has(200)) throw new Error(`${path} answered ${[...statuses.keys()]}: ${text.slice(0, 500)}`);
  return text;
}

async function waitForIndexes(dataCollectionId: string) {
  const path = `/v2/indexes?dataCollectionId=${dataCollectionId}`;
  let answer = "";
  for (let attempt = 0; attempt < 200; attempt++) {
    const { bodies } = await sendByWorkers(origins.platform, [{ path, method: "GET", headers: ownerHeaders }], 1);
    [answer = ""] = bodies;
    if (answer.split('"ACTIVE"').length > Object.keys(indexes).length) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`The indexes of ${dataCollectionId} are not active after 40 s: ${answer.slice(0, 500)}`);
}
