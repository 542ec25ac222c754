import { imageUrl, parseMedia } from "@uola/contract/media-reference";
import { type Item, momentOf } from "./read.ts";

/** What search engines are told of items beside their words. */
export type SearchFacts = {
  /** When the newest of them was changed, ISO 8601. */
  updated?: string | undefined;
  /** Addresses of their pictures. */
  images: string[];
};

/** The width in which search engines are shown pictures, in pixels. */
const width = 1280;

export function searchFactsOf(items: readonly Item[]): SearchFacts {
  return {
    updated: latest(items.map(({ _updatedDate }) => momentOf(_updatedDate))),
    images: [...new Set(items.flatMap(imagesIn))],
  };
}

/** The latest of moments. */
export const latest = (moments: readonly (string | undefined)[]): string | undefined =>
  moments
    .filter((moment) => moment !== undefined)
    .toSorted()
    .at(-1);

/** The pictures of the library in a value, however deep they stand in it. */
function imagesIn(value: unknown): string[] {
  if (typeof value === "string") {
    const address = parseMedia(value)?.kind === "IMAGE" ? imageUrl(value, { width, format: "jpeg" }) : undefined;
    // An image of another site is not ours to tell of.
    return address?.startsWith("/") ? [address] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(imagesIn);
}
