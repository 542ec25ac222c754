import { dataErrors, type ItemsFormat, importLimits } from "@uola/contract";
import { json, newId } from "@uola/database";
import { type Caller, type Context, Refusal, recordChange, transact, type UploadedFile } from "@uola/kernel";
import type { CollectionSchema, Collections } from "../collections/collections.ts";
import type { BulkTransfer } from "../items/items.ts";
import { UnreadableCellError } from "./cell-values.ts";
import { type Column, columnsOf, dataOf, typeOf } from "./columns.ts";
import { type RawRow, rowsOf } from "./parse-rows.ts";
import { referredCollections, resolveDisplayNames } from "./references.ts";
import * as store from "./store.ts";

export const batchRows = 500;
const batchCharactersMax = 2 * 1024 * 1024;
const previewRows = 5;

type ImportDeps = { collections: Collections; transfer: BulkTransfer };
type File = { sent: UploadedFile; format: ItemsFormat; columns?: readonly string[] | null | undefined };

/**
 * Returns a native collection that the caller may import into. Rejects with
 * `unsupportedByCollection` or `notAllowed`.
 */
async function openCollection(
  { collections, transfer }: ImportDeps,
  id: string,
  caller: Caller,
  mode: "INSERT" | "SAVE",
): Promise<CollectionSchema> {
  if (id.includes("/"))
    throw new Refusal(dataErrors.unsupportedByCollection, `The items of ${id} belong to an external database.`, 400);
  const collection = await collections.read(id);
  transfer.grantForMode(collection, caller, mode);
  return collection;
}

/** Yields rows with their columns. The rows of a table begin after its headings. */
async function* rowsWithColumns(
  collection: CollectionSchema,
  { sent, format, columns: requestedFields }: File,
  part = false,
) {
  let columns: Column[] | undefined = format === "JSON" ? [] : undefined;
  for await (const row of rowsOf(sent, format, part)) {
    if (columns) yield { columns, row };
    else if ("cells" in row) {
      if (row.cells.length > importLimits.columns) {
        throw new Refusal("FILE_DAMAGED", `A table has at most ${importLimits.columns} columns.`, 400);
      }
      columns = columnsOf(collection, row.cells, requestedFields);
      yield { columns, row: undefined };
    }
  }
}

/**
 * Stores an uploaded file row by row. An interrupted upload leaves an import record, which is
 * cleaned up later, and no items.
 */
export async function receiveFile(
  { db, siteId, now }: Context,
  deps: ImportDeps,
  input: File & { dataCollectionId: string; mode: "INSERT" | "SAVE"; fileName: string; caller: Caller },
): Promise<store.ImportRow> {
  const { dataCollectionId: collectionId, mode, fileName, caller, format } = input;
  const collection = await openCollection(deps, collectionId, caller, mode);
  const id = newId();
  const at = now();
  const { kind, id: callerId, role } = caller;
  await store.begin(db, {
    siteId,
    id,
    collectionId,
    collectionKey: collection.key,
    fileName,
    format,
    mode,
    status: "UPLOADING",
    columns: "[]",
    actor: json({ kind, id: callerId, role }),
    createdDate: at,
    updatedDate: at,
  });
  try {
    let columns: Column[] = [];
    let texts: string[] = [];
    let [total, characters, batches] = [0, 0, 0];
    const send = async () => {
      if (texts.length > 0) await store.addBatch(db, siteId, id, batches++, `[${texts.join(",")}]`);
      texts = [];
      characters = 0;
    };
    for await (const found of rowsWithColumns(collection, input)) {
      columns = found.columns;
      if (!found.row) {
        if (columns.some(({ field }) => field !== undefined)) continue;
        throw new Refusal("UNKNOWN_FIELD", "None of the columns is a field of the collection.", 400, {
          columns: columns.map(({ name }) => name.slice(0, 200)),
        });
      }
      if (++total > importLimits.rows) {
        throw new Refusal("TOO_MANY_ROWS", `A file has at most ${importLimits.rows} rows.`, 413, {
          rowsMax: importLimits.rows,
        });
      }
      const text = JSON.stringify(found.row);
      texts.push(text);
      characters += text.length;
      if (texts.length === batchRows || characters >= batchCharactersMax) await send();
    }
    await send();
    if (total === 0) throw new Refusal("FILE_EMPTY", "The file has no rows.", 400);
    return await transact({ db }, async (tx) => {
      const after = { collectionId, fileName, format, mode, total };
      const audit = { actor: caller, action: "import.begin", after };
      await recordChange(tx, { siteId, at: now(), entity: "itemImport", entityId: id, audit });
      const summary = { status: "WAITING" as const, columns: JSON.stringify(columns), total, updatedDate: now() };
      return store.change(tx, siteId, id, summary);
    });
  } catch (error) {
    await store.deleteImport(db, siteId, id);
    throw error;
  }
}

/** Returns the first rows of the file as the import would read them. */
export async function preview(
  { db }: Context,
  deps: ImportDeps,
  input: File & { dataCollectionId: string; part: boolean; caller: Caller },
) {
  const collection = await openCollection(deps, input.dataCollectionId, input.caller, "INSERT");
  let columns: Column[] = [];
  const raw: RawRow[] = [];
  for await (const found of rowsWithColumns(collection, input, input.part)) {
    columns = found.columns;
    if (found.row) raw.push(found.row);
    if (raw.length === previewRows) break;
  }
  if (raw.length === 0) throw new Refusal("FILE_EMPTY", "The file has no rows.", 400);
  if (input.format === "JSON") {
    const keys = new Set(raw.flatMap((row) => ("data" in row ? Object.keys(Object(row.data)) : [])));
    columns = [...keys].slice(0, importLimits.columns).map((name) => ({ name, field: name }));
  }
  const read = raw.map((row) => {
    try {
      return dataOf(collection, columns, row);
    } catch (error) {
      if (error instanceof UnreadableCellError) return error;
      throw error;
    }
  });
  const datas = read.map((each) => (each instanceof UnreadableCellError ? undefined : each));
  const others = await referredCollections(collection, deps);
  const wrongs = await resolveDisplayNames(collection, datas, { others, transfer: deps.transfer }, db);
  const rows = raw.map((row, n) => {
    const wrong = read[n] instanceof UnreadableCellError ? read[n] : wrongs.get(n);
    const failure = wrong && { code: wrong.code, description: wrong.message, field: wrong.field };
    return { line: row.line, cells: cellsOf(columns, row), data: failure ? undefined : datas[n], failure };
  });
  const summary = columns.map(({ name, field }) => {
    const type = field === undefined ? undefined : typeOf(collection, field);
    return { name, field, type: type === "unknown" ? undefined : type };
  });
  return { columns: summary, rows };
}

const cellsOf = (columns: readonly Column[], row: RawRow): string[] => {
  if ("cells" in row) return row.cells.map((cell) => cell ?? "");
  const data = Object(row.data) as Record<string, unknown>;
  return columns.map(({ name }) => {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  });
};
