import type { ItemData } from "@uola/contract";
import type { Context } from "@uola/kernel";
import type { KnownCollection } from "../collections/collections.ts";

/** Fields declared `encrypted` are kept sealed, as `{"$sealed": base64}`: no value of a caller can look so. */
export type Seal = {
  close(known: KnownCollection, data: ItemData): ItemData;
  open(known: KnownCollection, data: ItemData): ItemData;
};

export function createSeal({ accounts }: Pick<Context, "accounts">): Seal {
  const sealer = accounts.sealer("items");
  const closed = (value: unknown) => ({ $sealed: sealer.close(JSON.stringify(value)).toString("base64") });
  const opened = (value: unknown) =>
    isSealed(value) ? JSON.parse(sealer.open(Buffer.from(value.$sealed, "base64"))) : value;
  return {
    close: (known, data) =>
      changed(known, data, (value) => (value === null || isSealed(value) ? value : closed(value))),
    open: (known, data) => changed(known, data, opened),
  };
}

const secretKeys = new WeakMap<KnownCollection, readonly string[]>();
/** The keys of a collection's encrypted fields. */
export function sealedKeys(known: KnownCollection): readonly string[] {
  let keys = secretKeys.get(known);
  if (!keys) {
    keys = [...known.fields.values()].filter(({ encrypted }) => encrypted === true).map(({ key }) => key);
    secretKeys.set(known, keys);
  }
  return keys;
}

const isSealed = (value: unknown): value is { $sealed: string } =>
  typeof value === "object" && value !== null && "$sealed" in value;

function changed(known: KnownCollection, data: ItemData, change: (value: unknown) => unknown): ItemData {
  const keys = sealedKeys(known);
  if (keys.length === 0) return data;
  const copy = { ...data };
  for (const key of keys) if (copy[key] !== undefined) copy[key] = change(copy[key]) as ItemData[string];
  return copy;
}
