import { type Filter, type Item, inOrder, matches, type Sort } from "@uola/data/oracle";
import { createRandom, randomDeclared, randomFields } from "@uola/data/random";
import { origins, ownerKey } from "./harness.ts";
import { heading, line, requirement } from "./report.ts";

const itemCount = 2000;
const questions = 20_000;
const atOnce = 8;
const pageMax = 1000;
const dataCollectionId = "data-fuzz";

/**
 * Sends random filters and sort orders over random items, and compares each response with an
 * in-memory evaluation.
 */
export async function dataFuzz(seed = 20261121) {
  heading(`data-fuzz: ${questions} random filters over ${itemCount} random items, seed ${seed}`);
  const { items: made } = createRandom(seed, itemCount);
  const items = await stored(made);

  const faults: string[] = [];
  let found = 0;
  let asked = 0;
  let refused = 0;
  const ask = async (each: number) => {
    const random = createRandom(seed + each, 0);
    const [filter, sort] = [random.filter(), random.sort()];
    const query = { filter, sort, fields: ["_id"], paging: { limit: pageMax } };
    const { status, body } = await post("/v2/items/query", { dataCollectionId, query, returnTotalCount: true });
    if (status !== 200) {
      refused++;
      faults.push(`${status} ${JSON.stringify(body).slice(0, 200)} ← ${JSON.stringify({ filter, sort })}`);
      return;
    }
    const matching = expected(items, filter, sort);
    const ids: string[] = body.dataItems.map(({ id }: { id: string }) => id);
    found += ids.length > 0 && ids.length < itemCount ? 1 : 0;
    const same = body.pagingMetadata.total === matching.length && ids.join() === matching.slice(0, pageMax).join();
    if (!same) faults.push(`${ids.length} instead of ${matching.length} ← ${JSON.stringify({ filter, sort })}`);
  };
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (asked < questions) await ask(asked++);
    }),
  );
  line("filters that find some items and not all", String(found));
  line("took", `${Math.round((performance.now() - began) / 1000)} s`);
  for (const fault of faults.slice(0, 20)) line("  fault", fault);
  requirement(
    `data-fuzz: ${faults.length - refused} other answers than the plain evaluation's (0)`,
    faults.length === refused,
  );
  requirement(`data-fuzz: ${refused} questions without an answer (0)`, refused === 0);
}

const expected = (items: readonly Item[], filter: Filter, sort: Sort[]) =>
  items
    .filter((item) => matches(item, filter, randomDeclared))
    .toSorted(inOrder(sort, randomDeclared))
    .map(({ _id }) => _id as string);

/** Stores the items and returns them with the owner and dates that the server has set. */
async function stored(made: readonly Item[]): Promise<Item[]> {
  const anyone = { insert: "ANYONE", update: "ANYONE", remove: "ANYONE", read: "ANYONE" };
  const refers = { referencedCollectionId: dataCollectionId };
  const fields = Object.entries(randomFields).map(([key, type]) => {
    if (type === "REFERENCE") return { key, type, typeMetadata: { reference: refers } };
    return type === "MULTI_REFERENCE" ? { key, type, typeMetadata: { multiReference: refers } } : { key, type };
  });
  await post("/v2/collections", { collection: { id: dataCollectionId, permissions: anyone, fields } });
  const stamps = new Map<string, Item>();
  for (let n = 0; n < made.length; n += 500) {
    const dataItems = made.slice(n, n + 500).map(({ _createdDate, ...data }) => ({ id: data._id, data }));
    const { body } = await post("/v2/bulk/items/insert", { dataCollectionId, dataItems, returnEntity: true });
    for (const { dataItem } of body.results) if (dataItem) stamps.set(dataItem.id, dataItem.data);
  }
  if (stamps.size < made.length) throw new Error(`Only ${stamps.size} of ${made.length} items could be added.`);
  return made.map((item) => {
    const { _owner, _createdDate } = stamps.get(item._id as string) as Item;
    return { ...item, _owner, _createdDate };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the bodies of many operations are read here.
async function post(path: string, message: object): Promise<{ status: number; body: any }> {
  const headers = { "content-type": "application/json", authorization: ownerKey };
  const response = await fetch(origins.platform + path, { method: "POST", headers, body: JSON.stringify(message) });
  return { status: response.status, body: await response.json() };
}
