import type { ItemData } from "@uola/contract";
import type { CollectionSchema } from "../collections/collections.ts";

/** Writes the URLs of an item's pages into the item's data. */
type LinkWriter = (data: ItemData, id: string) => void;

/**
 * Returns one writer per PAGE_LINK field with a pattern. If the field may be edited by hand, a
 * supplied value is not overwritten.
 */
export function pageLinks({ dataCollection: { plugins }, fields }: CollectionSchema): LinkWriter[] {
  const editable = plugins?.find(({ type }) => type === "EDITABLE_PAGE_LINK")?.editablePageLinkOptions?.isMutable;
  const format = plugins?.find(({ type }) => type === "URLIZED")?.urlizedOptions?.format;
  return [...fields.values()].flatMap(({ key, type, typeMetadata }): LinkWriter[] => {
    const { fieldsPattern, urlizedOnlyPattern } = typeMetadata?.pageLink?.calculator ?? {};
    const pattern = fieldsPattern?.pattern ?? urlizedOnlyPattern?.pattern;
    if (type !== "PAGE_LINK" || pattern === undefined) return [];
    const lowercase = fieldsPattern?.lowercase ?? format === "ORIGINAL";
    const spell = fieldsPattern ? (text: string) => dashed(text, lowercase) : (text: string) => text;
    return [
      (data, id) => {
        if (editable && typeof data[key] === "string" && data[key] !== "") return;
        data[key] = pattern.replace(/\{([^{}]+)\}/g, (_, path: string) =>
          encodeURIComponent(spell(printed(path === "_id" ? id : valueAt(data, path)))),
        );
      },
    ];
  });
}

const dashed = (text: string, lowercase: boolean) => {
  const words = text.trim().replace(/\s+/g, "-");
  return lowercase ? words.toLowerCase() : words;
};

function printed(value: unknown): string {
  if (typeof value === "object" && value !== null && "$date" in value) return String(value.$date);
  return value === null || value === undefined || typeof value === "object" ? "" : String(value);
}

const valueAt = (data: unknown, path: string): unknown =>
  path.split(".").reduce((at: unknown, key) => (at as Record<string, unknown> | null | undefined)?.[key], data);
