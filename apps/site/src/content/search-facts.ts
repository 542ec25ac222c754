import { imageUrl, parseMedia } from "@uola/contract/media-reference";
import { type Item, momentOf } from "./read.ts";

/** Data about items for search engines, in addition to their texts. */
export type SearchFacts = {
  /** The time of the latest change, ISO 8601. */
  updated?: string | undefined;
  /** URLs of the items' pictures. */
  images: string[];
};

/** The width of pictures for search engines, in pixels. */
const width = 1280;

export function searchFactsOf(items: readonly Item[]): SearchFacts {
  return {
    updated: latest(items.map(({ _updatedDate }) => momentOf(_updatedDate))),
    images: [...new Set(items.flatMap(imagesIn))],
  };
}

/** Returns the latest of the moments. */
export const latest = (moments: readonly (string | undefined)[]): string | undefined =>
  moments
    .filter((moment) => moment !== undefined)
    .toSorted()
    .at(-1);

/** Returns the pictures from the media library that a value contains, at any depth. */
function imagesIn(value: unknown): string[] {
  if (typeof value === "string") {
    const address = parseMedia(value)?.kind === "IMAGE" ? imageUrl(value, { width, format: "jpeg" }) : undefined;
    // An image hosted on another site is left out.
    return address?.startsWith("/") ? [address] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(imagesIn);
}
