import { dataErrors, type ItemData, type ItemsFormat } from "@uola/contract";
import { type Caller, type Context, type FileAnswer, Refusal } from "@uola/kernel";
import type { Collections, KnownCollection } from "../collections/collections.ts";
import type { Carrying, ItemRow } from "../items/items.ts";
import { writeCell } from "./cell-values.ts";
import { typeOf } from "./columns.ts";
import { headOf, lineOf, made } from "./csv.ts";

const rowsAtOnce = 500;
/** Each holds a connection for as long as somebody reads. */
const atOnceMax = 3;
const statementSeconds = 60;
/** So long may whoever reads let it wait. */
const idleSeconds = 120;

const leftEarly = "left before the end";

type Wish = {
  dataCollectionId: string;
  format: ItemsFormat;
  filter?: unknown;
  sort?: Parameters<Carrying["reading"]>[1]["sort"];
};

/** Gives items out as a file, all as they are at one moment. Refuses with UNAVAILABLE while too many are being read. */
export function createExporting(
  { connection }: Context,
  { collections, carrying }: { collections: Collections; carrying: Carrying },
) {
  let open = 0;

  return async function giveOut(wish: Wish, caller: Caller): Promise<FileAnswer> {
    const { dataCollectionId: id, format } = wish;
    if (id.includes("/"))
      throw new Refusal(dataErrors.unsupportedByCollection, `The items of ${id} are kept by another database.`, 400);
    const known = await collections.read(id);
    const { rows, count, references, itemOf } = await carrying.reading(known, wish, caller);
    if (open >= atOnceMax) throw new Refusal("UNAVAILABLE", "Too many files are being made. Try again.", 503);
    open++;
    const client = await connection.pool.connect().catch((error) => {
      open--;
      throw error;
    });
    let isOpen = true;
    const close = (error?: unknown) => {
      if (!isOpen) return;
      isOpen = false;
      open--;
      // What went wrong between may have left the connection in any state.
      client.release(error !== undefined);
    };
    try {
      await client.query("begin isolation level repeatable read read only");
      await client.query(
        `set local statement_timeout = '${statementSeconds}s'; set local idle_in_transaction_session_timeout = '${idleSeconds}s'`,
      );
      const counted = await client.query<{ total: number }>(count);
      await client.query({ ...rows, text: `declare given no scroll cursor for ${rows.text}` });
      const type = format === "CSV" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8";
      const headers = { "x-uola-items": String(counted.rows[0]?.total ?? 0) };
      return made({ type, name: `${id}.${format.toLowerCase()}`, headers }, textOf(parts()), () => close(leftEarly));
    } catch (error) {
      close(error);
      if (error instanceof Error && "code" in error && error.code === "57014") {
        throw new Refusal(dataErrors.queryTimeout, "The question took too long. A narrower filter may help.", 504);
      }
      throw error;
    }

    async function* parts(): AsyncGenerator<ItemData[]> {
      let failure: unknown = leftEarly;
      try {
        for (;;) {
          const { types } = rows;
          const taken = await client.query<ItemRow>({ text: `fetch ${rowsAtOnce} from given`, types });
          const items = taken.rows.map(itemOf);
          const referred =
            items.length > 0 ? await client.query(references(items.map(({ _id }) => _id as string))) : undefined;
          const byId = new Map(items.map((item) => [item._id, item]));
          for (const { id, field, ids } of referred?.rows ?? []) {
            const item = byId.get(id);
            if (item) item[field] = ids;
          }
          if (items.length > 0) yield items;
          if (items.length < rowsAtOnce) break;
        }
        await client.query("commit");
        failure = undefined;
      } finally {
        close(failure);
      }
    }

    function textOf(given: AsyncGenerator<ItemData[]>): AsyncGenerator<string> {
      return format === "CSV" ? tableOf(known, given) : arrayOf(given);
    }
  };
}

async function* tableOf(known: KnownCollection, given: AsyncGenerator<ItemData[]>): AsyncGenerator<string> {
  const own = [...known.fields.values()].filter(({ key, systemField }) => !systemField && !known.reverse.has(key));
  const keys = ["_id", ...own.map(({ key }) => key), "_owner", "_createdDate", "_updatedDate"];
  if (known.publishes) keys.push("_publishStatus");
  if (known.translatable.length > 0) keys.push("_translations");
  const columns = keys.map((key) => ({ key, type: typeOf(known, key) }));
  yield headOf(keys);
  for await (const items of given) {
    const line = (item: ItemData) =>
      lineOf(columns.map(({ key, type }) => writeCell(type === "unknown" ? undefined : type, item[key])));
    yield items.map(line).join("");
  }
}

async function* arrayOf(given: AsyncGenerator<ItemData[]>): AsyncGenerator<string> {
  yield "[";
  let before = "\n";
  for await (const items of given) {
    yield before + items.map((item) => JSON.stringify(item)).join(",\n");
    before = ",\n";
  }
  yield "\n]\n";
}
