import type { ItemData } from "@uola/contract";

/** A text in both languages. */
export class BilingualText {
  readonly lt: string;
  readonly en: string;
  constructor(lt: string, en: string) {
    this.lt = lt;
    this.en = en;
  }
}
export const text = (lt: string, en: string) => new BilingualText(lt, en);

/**
 * Returns an item with its Lithuanian texts and an English translation. List entries get ids, so
 * that their translations can be matched.
 */
export function bilingual(item: { _id: string; [key: string]: unknown }): ItemData & { _id: string } {
  const [lt, en] = split(item);
  return { ...(lt as ItemData & { _id: string }), _translations: { en } as ItemData };
}

function split(value: unknown): [lt: unknown, en: unknown] {
  if (value instanceof BilingualText) return [value.lt, value.en];
  if (Array.isArray(value)) {
    const parts = value.map((part, n) => split({ id: String(n + 1), ...part }));
    const ids = parts.map(([lt]) => (lt as { id: string }).id);
    return [parts.map(([lt]) => lt), parts.map(([, en], n) => ({ id: ids[n], ...(en as object) }))];
  }
  if (typeof value !== "object" || value === null) return [value, undefined];
  const pairs = Object.entries(value).map(([key, inner]) => [key, split(inner)] as const);
  return [
    Object.fromEntries(pairs.map(([key, [lt]]) => [key, lt])),
    Object.fromEntries(pairs.flatMap(([key, [, en]]) => (en === undefined ? [] : [[key, en]]))),
  ];
}
