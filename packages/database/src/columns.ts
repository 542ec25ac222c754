import type { ColumnType } from "kysely";
import type { Tables } from "./schema.ts";

/**
 * The types of columns that PostgreSQL does not know: the content of JSON columns, and the values of
 * text columns without a check constraint. The feature that writes a column declares its type next to
 * the code that writes it, for every reader:
 *
 *     declare module "@uola/database/columns" {
 *       interface ColumnTypes {
 *         "service.extra": ServiceExtra;
 *       }
 *     }
 *
 * The type must cover every stored value: when it changes, a migration converts the old rows.
 * Values from outside, such as a provider's message, stay unknown and are parsed by their readers.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their columns to it
export interface ColumnTypes {}

/** Sets the type of a column; it is still nullable, and optional on insert, as in the database. */
type Declared<Column, Type> =
  Column extends ColumnType<infer Select, infer Insert, infer Update>
    ? unknown extends Select
      ? ColumnType<Type, Insert, Update>
      : ColumnType<Type | Extract<Select, null>, Type | Extract<Insert, null | undefined>, Type | Extract<Update, null>>
    : Column extends null
      ? null
      : Type;

/** Every table of the public schema, with the declared types of its columns. */
export type Schema = {
  [Table in keyof Tables]: {
    [Column in keyof Tables[Table]]: `${Table}.${Column & string}` extends keyof ColumnTypes
      ? Declared<Tables[Table][Column], ColumnTypes[`${Table}.${Column & string}`]>
      : Tables[Table][Column];
  };
};
