import type { DataItem, ItemData } from "@uola/contract";
import type { CollectionSchema } from "../collections/collections.ts";

/** An item as it stands in its table; `data` without stamps, what is encrypted open. */
export type StoredItem = {
  id: string;
  data: ItemData;
  revision: number;
  status: string | null;
  owner: string | null;
  createdDate: Date;
  updatedDate: Date;
};

/** An item as the wire has it. */
export const toDataItem = ({ id: dataCollectionId }: Pick<CollectionSchema, "id">, item: StoredItem): DataItem => ({
  id: item.id,
  dataCollectionId,
  data: stamped(item),
});

/** The data with what the platform knows of the item. */
export function stamped({ id, data, status, owner, createdDate, updatedDate }: StoredItem): ItemData {
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
