import { dataErrors, type ItemsFormat, importLimits } from "@uola/contract";
import { json, newId } from "@uola/database";
import { type Caller, type Context, Refusal, recordChange, transact, type UploadedFile } from "@uola/kernel";
import type { Collections, KnownCollection } from "../collections/collections.ts";
import type { Carrying } from "../items/items.ts";
import { Unreadable } from "./cell-values.ts";
import { type Column, columnsOf, dataOf, typeOf } from "./columns.ts";
import { type RawRow, rowsOf } from "./parse-rows.ts";
import { referredCollections, resolve } from "./references.ts";
import * as store from "./store.ts";

export const batchRows = 500;
const batchCharactersMax = 2 * 1024 * 1024;
const previewRows = 5;

type House = { collections: Collections; carrying: Carrying };
type File = { sent: UploadedFile; format: ItemsFormat; columns?: readonly string[] | null | undefined };

/** A collection of our own the caller may import into; refuses with `unsupportedByCollection` and `notAllowed`. */
export async function open(
  { collections, carrying }: House,
  id: string,
  caller: Caller,
  mode: "INSERT" | "SAVE",
): Promise<KnownCollection> {
  if (id.includes("/"))
    throw new Refusal(dataErrors.unsupportedByCollection, `The items of ${id} are kept by another database.`, 400);
  const known = await collections.read(id);
  carrying.handFor(known, caller, mode);
  return known;
}

/** Rows with the columns they belong to: those of a table begin after its headings. */
async function* described(known: KnownCollection, { sent, format, columns: wished }: File, part = false) {
  let columns: Column[] | undefined = format === "JSON" ? [] : undefined;
  for await (const row of rowsOf(sent, format, part)) {
    if (columns) yield { columns, row };
    else if ("cells" in row) {
      if (row.cells.length > importLimits.columns) {
        throw new Refusal("FILE_DAMAGED", `A table has at most ${importLimits.columns} columns.`, 400);
      }
      columns = columnsOf(known, row.cells, wished);
      yield { columns, row: undefined };
    }
  }
}

/** Takes a file in part by part. What ends before its end leaves an import that is swept, and nothing that is written. */
export async function takeIn(
  { db, siteId, now }: Context,
  house: House,
  wish: File & { dataCollectionId: string; mode: "INSERT" | "SAVE"; fileName: string; caller: Caller },
): Promise<store.ImportRow> {
  const { dataCollectionId: collectionId, mode, fileName, caller, format } = wish;
  const known = await open(house, collectionId, caller, mode);
  const id = newId();
  const at = now();
  const { kind, id: callerId, role } = caller;
  await store.begin(db, {
    ...{ siteId, id, collectionId, collectionKey: known.key, fileName, format, mode, status: "UPLOADING" },
    ...{ columns: "[]", actor: json({ kind, id: callerId, role }), createdDate: at, updatedDate: at },
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
    for await (const found of described(known, wish)) {
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
      const told = { status: "WAITING", columns: JSON.stringify(columns), total, updatedDate: now() };
      return store.change(tx, siteId, id, told);
    });
  } catch (error) {
    await store.forget(db, siteId, id);
    throw error;
  }
}

/** How a file would be read, by its beginning. */
export async function preview(
  { db }: Context,
  house: House,
  wish: File & { dataCollectionId: string; part: boolean; caller: Caller },
) {
  const known = await open(house, wish.dataCollectionId, wish.caller, "INSERT");
  let columns: Column[] = [];
  const raw: RawRow[] = [];
  for await (const found of described(known, wish, wish.part)) {
    columns = found.columns;
    if (found.row) raw.push(found.row);
    if (raw.length === previewRows) break;
  }
  if (raw.length === 0) throw new Refusal("FILE_EMPTY", "The file has no rows.", 400);
  if (wish.format === "JSON") {
    const keys = new Set(raw.flatMap((row) => ("data" in row ? Object.keys(Object(row.data)) : [])));
    columns = [...keys].slice(0, importLimits.columns).map((name) => ({ name, field: name }));
  }
  const read = raw.map((row) => {
    try {
      return dataOf(known, columns, row);
    } catch (error) {
      if (error instanceof Unreadable) return error;
      throw error;
    }
  });
  const datas = read.map((each) => (each instanceof Unreadable ? undefined : each));
  const others = await referredCollections(known, house);
  const wrongs = await resolve(known, datas, { others, carrying: house.carrying }, db);
  const rows = raw.map((row, n) => {
    const wrong = read[n] instanceof Unreadable ? read[n] : wrongs.get(n);
    const failure = wrong && { code: wrong.code, description: wrong.message, field: wrong.field };
    return { line: row.line, cells: cellsOf(columns, row), data: failure ? undefined : datas[n], failure };
  });
  const told = columns.map(({ name, field }) => {
    const type = field === undefined ? undefined : typeOf(known, field);
    return { name, field, type: type === "unknown" ? undefined : type };
  });
  return { columns: told, rows };
}

const cellsOf = (columns: readonly Column[], row: RawRow): string[] => {
  if ("cells" in row) return row.cells.map((cell) => cell ?? "");
  const data = Object(row.data) as Record<string, unknown>;
  return columns.map(({ name }) => {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  });
};
