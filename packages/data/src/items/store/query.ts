import { type DataItem, dataErrors, type Environment, type ItemData } from "@uola/contract";
import { type Database, momentsAsText } from "@uola/database";
import { type Caller, type Condition, type Context, Refusal } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { allows, type CollectionSchema, type Collections, inSandbox } from "../../collections/collections.ts";
import type { FieldEncryption } from "../encrypted-fields.ts";
import { notAllowed } from "../refusals.ts";
import { fieldsOf, type ItemFields } from "./item-fields.ts";

export type QueryDeps = Pick<Context, "connection" | "siteId"> & {
  collections: Collections;
  encryption: FieldEncryption;
  /** Puts statements together; names are said as the database has them. */
  compiler: Pick<Database, "getExecutor">;
};

/** Options of a read besides its query. */
export type ReadOptions = {
  environment?: Environment | null | undefined;
  language?: string | null | undefined;
  publishPluginOptions?: { includeDraftItems?: boolean | null | undefined } | null | undefined;
};

/** Items as a statement selects them from their table, `i`. */
export const itemColumns = sql`i.id, i.data, i.status, i.owner, i.created_date as created, i.updated_date as updated`;
export type ItemRow = {
  id: string;
  data: ItemData;
  status: string | null;
  owner: string | null;
  created: string;
  updated: string;
};

/** A collection as a caller may read it. */
export type ReadableCollection = {
  collection: CollectionSchema;
  from: RawBuilder<unknown>;
  sandbox: boolean;
  fields: ItemFields;
  /** Which items are there for the caller: true, unless drafts or other people's items are not. */
  visible: Condition[];
};

/** Refuses with `notAllowed` whom the collection's permissions do not let read. */
export async function openForReading(
  { collections, siteId }: QueryDeps,
  collection: CollectionSchema,
  { environment, publishPluginOptions }: ReadOptions,
  caller: Caller,
): Promise<ReadableCollection> {
  const allowed = allows(collection.permissions, "read", caller);
  if (allowed === "none") throw notAllowed("read its items");
  const visible: Condition[] = [];
  if (allowed === "own") visible.push(sql`i.owner = ${caller.id}`);
  if (!seesDrafts(collection, publishPluginOptions, caller)) visible.push(sql`i.status is distinct from 'DRAFT'`);
  const sandbox = inSandbox(collection, environment);
  const from = await collections.tableOf(collection, environment, false);
  return { collection, from, sandbox, fields: fieldsOf(collection, siteId, sandbox), visible };
}

/** Drafts are there for staff that asks for them, and in collections that publish nothing there are none. */
export const seesDrafts = (
  collection: CollectionSchema,
  options: ReadOptions["publishPluginOptions"],
  { role }: Caller,
): boolean =>
  collection.publishes === undefined ||
  (options?.includeDraftItems === true && (role === "owner" || role === "trainer"));

/** Runs a question somebody put together; refuses with `queryTimeout` when it takes too long. */
export async function runQuery<Row>(
  { connection, compiler }: QueryDeps,
  question: RawBuilder<unknown>,
): Promise<Row[]> {
  const { sql: text, parameters } = question.compile(compiler);
  try {
    const { rows } = await connection.questions.query({ text, values: parameters as unknown[], types: momentsAsText });
    return rows as Row[];
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "57014") {
      throw new Refusal(
        dataErrors.queryTimeout,
        "The question took too long. An index may help, or a narrower filter.",
        504,
      );
    }
    throw error;
  }
}

/** Writes into an item's own data what stands beside it, opens what is encrypted and speaks the language asked for. */
export function dataOf(
  collection: CollectionSchema,
  row: ItemRow,
  encryption: FieldEncryption,
  language?: string | null,
): ItemData {
  const data = encryption.decrypt(collection, row.data);
  if (language && collection.translatable.length > 0) translate(data, collection.translatable, language);
  data._id = row.id;
  data._createdDate = { $date: row.created };
  data._updatedDate = { $date: row.updated };
  if (row.owner !== null) data._owner = row.owner;
  if (row.status !== null) data._publishStatus = row.status;
  return data;
}

/** Writes over data what it says in a language. */
export function translate(data: ItemData, keys: readonly string[], language: string): void {
  const languages = data._translations as Record<string, ItemData> | undefined;
  delete data._translations;
  const words = languages && Object.hasOwn(languages, language) ? languages[language] : undefined;
  if (!words) return;
  for (const key of keys) {
    const translated = Object.hasOwn(words, key) ? words[key] : undefined;
    if (translated !== undefined && translated !== null) data[key] = translated;
  }
}

export const dataItemOf = ({ id: dataCollectionId }: CollectionSchema, data: ItemData): DataItem => ({
  id: data._id as string,
  dataCollectionId,
  data,
});

/** Only the fields of the given paths, and always `_id`. */
export function projected(data: ItemData, fields: readonly string[] | null | undefined): ItemData {
  if (!fields?.length) return data;
  const shown: ItemData = { _id: data._id as string };
  for (const path of fields) {
    const key = Object.hasOwn(data, path) ? path : path.replace(/^(?=(id|createdDate|updatedDate)$)/, "_");
    if (Object.hasOwn(data, key)) setPath(shown, key, data[key]);
    else if (path.includes(".")) pick(data, shown, path.split("."));
  }
  return shown;
}

function pick(from: ItemData, to: ItemData, [key = "", ...rest]: string[]): void {
  const value = Object.hasOwn(from, key) ? from[key] : undefined;
  if (value === undefined) return;
  if (rest.length === 0) {
    setPath(to, key, value);
    return;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const inner = Object.hasOwn(to, key) ? to[key] : undefined;
  // What is there as a whole already stays so.
  if (inner === value) return;
  if (inner === undefined) setPath(to, key, {});
  pick(value, to[key] as ItemData, rest);
}

/** A key of the owner's may be the name of something objects inherit. */
function setPath(data: ItemData, key: string, value: ItemData[string] | undefined): void {
  Object.defineProperty(data, key, { value, enumerable: true, configurable: true, writable: true });
}
