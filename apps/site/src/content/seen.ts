import { imageUrl, parseMedia } from "@uola/contract/media-reference";
import type { Item } from "./read.ts";

/** What search engines are told of items beside their words. */
export type Seen = {
  /** When the newest of them was changed, ISO 8601. */
  updated?: string | undefined;
  /** Addresses of their pictures. */
  images: string[];
};

/** The width in which search engines are shown pictures, in pixels. */
const width = 1280;

export function seenIn(items: readonly Item[]): Seen {
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

/** Items keep a moment as `{$date}`. */
function momentOf(value: unknown): string | undefined {
  const date = typeof value === "object" && value !== null && "$date" in value ? value.$date : value;
  const at = new Date(typeof date === "string" || date instanceof Date ? date : Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

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
