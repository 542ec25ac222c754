import { dataErrors, type ItemData, type ItemsFormat } from "@uola/contract";
import { type Caller, type Context, type FileAnswer, Refusal } from "@uola/kernel";
import type { CollectionSchema, Collections } from "../collections/collections.ts";
import type { BulkTransfer, ItemRow } from "../items/items.ts";
import { writeCell } from "./cell-values.ts";
import { typeOf } from "./columns.ts";
import { headOf, lineOf, streamedFile } from "./csv.ts";

const rowsAtOnce = 500;
/** Each export occupies a database connection while it is read. */
const atOnceMax = 3;
const statementSeconds = 60;
/** How long a client may pause reading, in seconds. */
const idleSeconds = 120;

const clientLeft = "left before the end";

type ExportInput = {
  dataCollectionId: string;
  format: ItemsFormat;
  filter?: unknown;
  sort?: Parameters<BulkTransfer["exportStatements"]>[1]["sort"];
};

/**
 * Exports items as a file from a single snapshot. Rejects with UNAVAILABLE if too many exports are
 * running.
 */
export function createExport(
  { connection }: Context,
  { collections, transfer }: { collections: Collections; transfer: BulkTransfer },
) {
  let filesOpen = 0;

  return async function exportFile(input: ExportInput, caller: Caller): Promise<FileAnswer> {
    const { dataCollectionId: id, format } = input;
    if (id.includes("/"))
      throw new Refusal(dataErrors.unsupportedByCollection, `The items of ${id} belong to an external database.`, 400);
    const collection = await collections.read(id);
    const { rows, count, references, itemOf } = await transfer.exportStatements(collection, input, caller);
    if (filesOpen >= atOnceMax) throw new Refusal("UNAVAILABLE", "Too many exports are running. Try again later.", 503);
    filesOpen++;
    const client = await connection.pool.connect().catch((error) => {
      filesOpen--;
      throw error;
    });
    let isOpen = true;
    const close = (error?: unknown) => {
      if (!isOpen) return;
      isOpen = false;
      filesOpen--;
      // After an error the connection may be in any state, so it is closed instead of reused.
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
      return streamedFile({ type, name: `${id}.${format.toLowerCase()}`, headers }, textOf(parts()), () =>
        close(clientLeft),
      );
    } catch (error) {
      close(error);
      if (error instanceof Error && "code" in error && error.code === "57014") {
        throw new Refusal(dataErrors.queryTimeout, "The query took too long. A narrower filter may help.", 504);
      }
      throw error;
    }

    async function* parts(): AsyncGenerator<ItemData[]> {
      let failure: unknown = clientLeft;
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
      return format === "CSV" ? tableOf(collection, given) : arrayOf(given);
    }
  };
}

async function* tableOf(collection: CollectionSchema, given: AsyncGenerator<ItemData[]>): AsyncGenerator<string> {
  const own = [...collection.fields.values()].filter(
    ({ key, systemField }) => !systemField && !collection.reverse.has(key),
  );
  const keys = ["_id", ...own.map(({ key }) => key), "_owner", "_createdDate", "_updatedDate"];
  if (collection.publishes) keys.push("_publishStatus");
  if (collection.translatable.length > 0) keys.push("_translations");
  const columns = keys.map((key) => ({ key, type: typeOf(collection, key) }));
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
