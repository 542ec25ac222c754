import type { DataItem, ItemData } from "@uola/contract";
import type { CollectionSchema } from "../collections/collections.ts";

/** A stored item. `data` has no system fields, and encrypted fields are decrypted. */
export type StoredItem = {
  id: string;
  data: ItemData;
  revision: number;
  status: string | null;
  owner: string | null;
  createdDate: Date;
  updatedDate: Date;
};

export const toDataItem = ({ id: dataCollectionId }: Pick<CollectionSchema, "id">, item: StoredItem): DataItem => ({
  id: item.id,
  dataCollectionId,
  data: withSystemFields(item),
});

/** Returns the data with the system fields of the item. */
function withSystemFields({ id, data, status, owner, createdDate, updatedDate }: StoredItem): ItemData {
  const whole: ItemData = {
    ...data,
    _id: id,
    _createdDate: { $date: createdDate.toISOString() },
    _updatedDate: { $date: updatedDate.toISOString() },
  };
  if (owner !== null) whole._owner = owner;
  if (status !== null) whole._publishStatus = status;
  return whole;
}
