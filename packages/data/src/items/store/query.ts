import { type DataItem, dataErrors, type Environment, hasPower, type ItemData } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, momentsAsText } from "@uola/database";
import { type Caller, type Condition, type Context, Refusal } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import {
  accessLevelFor,
  type CollectionSchema,
  type Collections,
  inSandbox,
  isBlankTranslation,
} from "../../collections/collections.ts";
import type { FieldEncryption } from "../encrypted-fields.ts";
import { notAllowed } from "../refusals.ts";
import { fieldsOf, type ItemFields } from "./item-fields.ts";

export type QueryDeps = Pick<Context, "connection" | "siteId"> & {
  collections: Collections;
  encryption: FieldEncryption;
  /** Compiles statements. Column names are written as in the database. */
  compiler: Pick<Database, "getExecutor">;
};

export type ReadOptions = {
  environment?: Environment | null | undefined;
  language?: string | null | undefined;
  publishPluginOptions?: { includeDraftItems?: boolean | null | undefined } | null | undefined;
};

/** Columns of items. The table has the alias `i`. */
export const itemColumns = sql`i.id, i.data, i.status, i.owner, i.created_date as created, i.updated_date as updated`;
export type ItemRow = {
  id: string;
  data: ItemData;
  status: string | null;
  owner: string | null;
  created: string;
  updated: string;
};

/** A collection as readable by one caller. */
export type ReadableCollection = {
  collection: CollectionSchema;
  from: RawBuilder<unknown>;
  sandbox: boolean;
  fields: ItemFields;
  /** The language in which translatable fields are compared and shown. */
  language: string | undefined;
  /** Conditions for the items the caller may see, such as no drafts or only their own. */
  visible: Condition[];
};

/**
 * Opens a collection for reading. Rejects with `notAllowed` if the collection's permissions do not
 * allow it.
 */
export async function openForReading(
  { collections, siteId }: QueryDeps,
  collection: CollectionSchema,
  { environment, language: requested, publishPluginOptions }: ReadOptions,
  caller: Caller,
): Promise<ReadableCollection> {
  const allowed = accessLevelFor(collection.permissions, "read", caller);
  if (allowed === "none") throw notAllowed("read its items");
  const visible: Condition[] = [];
  if (allowed === "own") visible.push(sql`i.owner = ${caller.id}`);
  if (!seesDrafts(collection, publishPluginOptions, caller)) visible.push(sql`i.status is distinct from 'DRAFT'`);
  const sandbox = inSandbox(collection, environment);
  const from = await collections.tableOf(collection, environment, false);
  const language = requested ?? undefined;
  return { collection, from, sandbox, fields: fieldsOf(collection, { siteId, sandbox, language }), language, visible };
}

/**
 * Whether drafts are included: only for staff who request them. Collections without publishing have
 * no drafts.
 */
export const seesDrafts = (
  collection: CollectionSchema,
  options: ReadOptions["publishPluginOptions"],
  { role }: Caller,
): boolean =>
  collection.publishes === undefined || (options?.includeDraftItems === true && hasPower("writesContent", { role }));

/** Runs a caller's query with a time limit. Rejects a slow query with `queryTimeout`. */
export async function runQuery<Row>(
  { connection, compiler }: QueryDeps,
  question: RawBuilder<unknown>,
): Promise<Row[]> {
  const { sql: text, parameters } = question.compile(compiler);
  try {
    const { rows } = await connection.questions.query({ text, values: parameters as unknown[], types: momentsAsText });
    return rows;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "57014") {
      throw new Refusal(
        dataErrors.queryTimeout,
        "The query took too long. An index or a narrower filter may help.",
        504,
      );
    }
    throw error;
  }
}

/** Returns the item's data with system fields, decrypted and in the requested language. */
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

/** Replaces values with their translations, except where a translation is blank. */
export function translate(data: ItemData, keys: readonly string[], language: string): void {
  const languages = data._translations as Record<string, ItemData> | undefined;
  delete data._translations;
  const words = languages && Object.hasOwn(languages, language) ? languages[language] : undefined;
  if (!words) return;
  for (const key of keys) {
    const translated = Object.hasOwn(words, key) ? words[key] : undefined;
    if (translated !== undefined && !isBlankTranslation(translated)) data[key] = translated;
  }
}

export const dataItemOf = ({ id: dataCollectionId }: CollectionSchema, data: ItemData): DataItem => ({
  id: data._id as string,
  dataCollectionId,
  data,
});

/** Returns the fields of the given paths and `_id`. */
export function projected(data: ItemData, fields: readonly string[] | null | undefined): ItemData {
  if (!fields?.length) return data;
  const shown: ItemData = { _id: required(data._id, "id") };
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
  // The whole object is already included.
  if (inner === value) return;
  if (inner === undefined) setPath(to, key, {});
  pick(value, to[key] as ItemData, rest);
}

/**
 * Owners may use keys that objects inherit, such as "constructor", so the property is defined
 * explicitly.
 */
function setPath(data: ItemData, key: string, value: ItemData[string] | undefined): void {
  Object.defineProperty(data, key, { value, enumerable: true, configurable: true, writable: true });
}
