import { dataErrors, type ItemData } from "@uola/contract";
import { newId } from "@uola/database";
import { Refusal } from "@uola/kernel";
import { type CollectionSchema, itemIdLengthMax as idLengthMax, isItemId } from "../collections/collections.ts";
import type { FieldEncryption } from "./encrypted-fields.ts";
import { invalidItem } from "./refusals.ts";
import type { InputRow, Mode } from "./store/write-statements.ts";
import { checksOf, isObject, itemBytesMax } from "./validation.ts";
import type { WriteGrant } from "./write-grant.ts";

/** A row for the statement, and what of it is answered. */
export type Prepared = InputRow & { data: ItemData };

/** The id an item is to have; `named` when the caller said it. */
export function idOf(
  { singleItemId }: CollectionSchema,
  mode: Mode,
  { id, data }: { id?: unknown; data?: unknown },
): { id: string; named: boolean } {
  const provided = id || (isObject(data) ? data._id : undefined);
  if (singleItemId !== undefined) return { id: singleItemId, named: true };
  if (provided === undefined || provided === null || provided === "") {
    if (mode === "update") throw new Refusal(dataErrors.itemIdMissing, "An update needs the item's id.", 400);
    return { id: newId(), named: false };
  }
  if (!isItemId(provided)) {
    if (mode === "update" && typeof provided !== "string")
      throw new Refusal(dataErrors.itemIdMissing, "An item's id must be text.", 400);
    throw invalidItem(`An item's id must be text of at most ${idLengthMax} whole characters, without NUL.`);
  }
  return { id: provided, named: true };
}

/** Checks an item and makes its row. `before` is what it was, where that has to be known. */
export function prepare(
  collection: CollectionSchema,
  encryption: FieldEncryption,
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
  const text = JSON.stringify(encryption.encrypt(collection, data));
  if (text.length > itemBytesMax || Buffer.byteLength(text) > itemBytesMax) {
    throw new Refusal(dataErrors.itemTooLarge, `An item has at most ${itemBytesMax / 1024} KB.`, 413);
  }
  if (text.includes("\\u") && unstorable.test(text))
    throw invalidItem("Data must not contain NUL or half a character.");
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

// In JSON as `stringify` writes it, these escapes stand only for NUL and for halves of characters.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** Where the references of a field are kept: at the other end, for a field that is the other side of one there. */
export function referenceHome({ key, reverse }: CollectionSchema, field: string) {
  const other = reverse.get(field);
  return other ? { key: other.key, field: other.field, reversed: true } : { key, field, reversed: false };
}
