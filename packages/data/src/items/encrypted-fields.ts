import type { ItemData } from "@uola/contract";
import type { Context } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";

/**
 * Encrypted fields are stored as `{"$sealed": base64}`. Callers cannot send such a value, because
 * keys that start with `$` are rejected.
 */
export type FieldEncryption = {
  encrypt(collection: CollectionSchema, data: ItemData): ItemData;
  decrypt(collection: CollectionSchema, data: ItemData): ItemData;
};

export function createFieldEncryption({ accounts }: Pick<Context, "accounts">): FieldEncryption {
  const sealer = accounts.sealer("items");
  const encrypted = (value: unknown) => ({ $sealed: sealer.close(JSON.stringify(value)).toString("base64") });
  const decrypted = (value: unknown) =>
    isEncrypted(value) ? JSON.parse(sealer.open(Buffer.from(value.$sealed, "base64"))) : value;
  return {
    encrypt: (collection, data) =>
      changed(collection, data, (value) => (value === null || isEncrypted(value) ? value : encrypted(value))),
    decrypt: (collection, data) => changed(collection, data, decrypted),
  };
}

const secretKeys = new WeakMap<CollectionSchema, readonly string[]>();
export function encryptedKeys(collection: CollectionSchema): readonly string[] {
  let keys = secretKeys.get(collection);
  if (!keys) {
    keys = [...collection.fields.values()].filter(({ encrypted }) => encrypted === true).map(({ key }) => key);
    secretKeys.set(collection, keys);
  }
  return keys;
}

const isEncrypted = (value: unknown): value is { $sealed: string } =>
  typeof value === "object" && value !== null && "$sealed" in value;

function changed(collection: CollectionSchema, data: ItemData, change: (value: unknown) => unknown): ItemData {
  const keys = encryptedKeys(collection);
  if (keys.length === 0) return data;
  const copy = { ...data };
  for (const key of keys) if (copy[key] !== undefined) copy[key] = change(copy[key]) as ItemData[string];
  return copy;
}
