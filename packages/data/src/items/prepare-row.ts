import { dataErrors, type ItemData } from "@uola/contract";
import { newId } from "@uola/database";
import { Refusal } from "@uola/kernel";
import { itemIdLengthMax as idLengthMax, isItemId, type KnownCollection } from "../collections/collections.ts";
import type { Seal } from "./encrypted-fields.ts";
import { invalidItem } from "./refusals.ts";
import type { GivenRow, Mode } from "./store/write-statements.ts";
import { checksOf, isObject, itemBytesMax } from "./validation.ts";
import type { Hand } from "./write-grant.ts";

/** A row for the statement, and what of it is answered. */
export type Prepared = GivenRow & { data: ItemData };

/** The id an item is to have; `named` when the caller said it. */
export function idOf(
  { singleItemId }: KnownCollection,
  mode: Mode,
  { id, data }: { id?: unknown; data?: unknown },
): { id: string; named: boolean } {
  const given = id || (isObject(data) ? data._id : undefined);
  if (singleItemId !== undefined) return { id: singleItemId, named: true };
  if (given === undefined || given === null || given === "") {
    if (mode === "update") throw new Refusal(dataErrors.itemIdMissing, "An update needs the item's id.", 400);
    return { id: newId(), named: false };
  }
  if (!isItemId(given)) {
    if (mode === "update" && typeof given !== "string")
      throw new Refusal(dataErrors.itemIdMissing, "An item's id must be text.", 400);
    throw invalidItem(`An item's id must be text of at most ${idLengthMax} whole characters, without NUL.`);
  }
  return { id: given, named: true };
}

/** Checks an item and makes its row. `before` is what it was, where that has to be known. */
export function prepare(
  known: KnownCollection,
  seal: Seal,
  hand: Hand,
  task: Pick<GivenRow, "n" | "id" | "named" | "expected">,
  sent: unknown,
  before: ItemData | undefined,
): Prepared {
  const { data, status, owner, references } = checksOf(known).check(sent, task.id, hand.bound ? { before } : undefined);
  const text = JSON.stringify(seal.close(known, data));
  if (text.length > itemBytesMax || Buffer.byteLength(text) > itemBytesMax) {
    throw new Refusal(dataErrors.itemTooLarge, `An item has at most ${itemBytesMax / 1024} KB.`, 413);
  }
  if (text.includes("\\u") && unstorable.test(text))
    throw invalidItem("Data must not contain NUL or half a character.");
  return {
    ...task,
    data,
    text,
    status: known.publishes && hand.publishes ? status : undefined,
    owner: hand.owns ? owner : undefined,
    references:
      references &&
      Object.entries(references)
        .filter(([key]) => !hand.closed.has(key))
        .map(([key, ids]) => ({ ...referenceHome(known, key), ids })),
  };
}

// In JSON as `stringify` writes it, these escapes stand only for NUL and for halves of characters.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** Where the references of a field are kept: at the other end, for a field that is the other side of one there. */
export function referenceHome({ key, reverse }: KnownCollection, field: string) {
  const other = reverse.get(field);
  return other ? { key: other.key, field: other.field, reversed: true } : { key, field, reversed: false };
}
