import { dataErrors, type ItemData } from "@uola/contract";
import { newId } from "@uola/database";
import { Refusal } from "@uola/kernel";
import { type CollectionSchema, itemIdLengthMax as idLengthMax, isItemId } from "../collections/collections.ts";
import type { FieldEncryption } from "./encrypted-fields.ts";
import { type FieldIssue, invalidFields, invalidItem } from "./refusals.ts";
import type { InputRow, Mode } from "./store/write-statements.ts";
import { checksOf, isObject, itemBytesMax } from "./validation.ts";
import type { WriteGrant } from "./write-grant.ts";

/** A row for the write statement, together with the data to return. */
export type Prepared = InputRow & { data: ItemData };

type Identified = { id?: unknown; data?: unknown };
const idGiven = ({ id, data }: Identified): unknown => id || (isObject(data) ? data._id : undefined);

/** Whether the item receives a generated id. */
export const isUnnamed = ({ singleItemId }: CollectionSchema, input: Identified): boolean =>
  singleItemId === undefined && !idGiven(input);

/** Returns the id of an item. `named` is true if the caller supplied it or the collection fixes it. */
export function idOf(
  { singleItemId }: CollectionSchema,
  mode: Mode,
  input: Identified,
): { id: string; named: boolean } {
  const provided = idGiven(input);
  if (singleItemId !== undefined) return { id: singleItemId, named: true };
  if (provided === undefined || provided === null || provided === "") {
    if (mode === "update") throw new Refusal(dataErrors.itemIdMissing, "An update needs the item's id.", 400);
    return { id: newId(), named: false };
  }
  if (!isItemId(provided)) {
    if (mode === "update" && typeof provided !== "string")
      throw new Refusal(dataErrors.itemIdMissing, "An item's id must be text.", 400);
    throw invalidItem(
      `An item's id must be text of at most ${idLengthMax} characters, without NUL or lone surrogates.`,
    );
  }
  return { id: provided, named: true };
}

/** A rule for published items of a collection, in addition to the declarations of its fields. */
export type PublicationRule = (data: ItemData) => FieldIssue[];

/** Validates an item and builds its row. `before` is the current data, if a check needs it. */
export function prepare(
  collection: CollectionSchema,
  encryption: FieldEncryption,
  rule: PublicationRule | undefined,
  grant: WriteGrant,
  task: Pick<InputRow, "n" | "id" | "named" | "expected">,
  sent: unknown,
  before: ItemData | undefined,
): Prepared {
  const { data, status, owner, references } = checksOf(collection).check(
    sent,
    task.id,
    grant.bound ? { before } : undefined,
  );
  const wrongs = status === "DRAFT" ? [] : (rule?.(data) ?? []);
  if (wrongs.length > 0) throw invalidFields(wrongs);
  const text = JSON.stringify(encryption.encrypt(collection, data));
  if (text.length > itemBytesMax || Buffer.byteLength(text) > itemBytesMax) {
    throw new Refusal(dataErrors.itemTooLarge, `An item has at most ${itemBytesMax / 1024} KB.`, 413);
  }
  if (text.includes("\\u") && unstorable.test(text)) throw invalidItem("Data must not contain NUL or lone surrogates.");
  return {
    ...task,
    data,
    text,
    status: collection.publishes && grant.publishes ? status : undefined,
    owner: grant.owns ? owner : undefined,
    references:
      references &&
      Object.entries(references)
        .filter(([key]) => !grant.closed.has(key))
        .map(([key, ids]) => ({ ...referenceHome(collection, key), ids })),
  };
}

// In the output of `stringify`, these escapes represent NUL or a lone surrogate.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * Returns the field that stores the references. For a reverse field this is the field at the other
 * end.
 */
export function referenceHome({ key, reverse }: CollectionSchema, field: string) {
  const other = reverse.get(field);
  return other ? { key: other.key, field: other.field, reversed: true } : { key, field, reversed: false };
}
