import { z } from "zod";
import { AdapterError } from "./adapter-error.ts";
import type { ExternalCollection, Page } from "./external-database.ts";
import { after, startOf } from "./protocol-results.ts";

/** Some adapters return counts as text. */
export const count = z.union([z.number(), z.string().regex(/^\d+$/)]).transform(Number);
export const Metadata = z
  .object({ total: count.nullish(), cursors: z.object({ next: z.string().nullish() }).nullish() })
  .nullish();

/** Pages by offset or cursor, depending on what the collection supports. */
export function pageOf({ pagingModes }: ExternalCollection, page: Page): { start: number; paging: object } {
  const { limit, cursor, offset = 0 } = page;
  if (pagingModes[0] !== "CURSOR") {
    const start = startOf(page);
    return { start, paging: { paging: { limit, offset: start } } };
  }
  if (offset > 0) throw new AdapterError("OFFSET_PAGING", "This collection is paged by cursor only.");
  return { start: 0, paging: { cursorPaging: { limit, ...(cursor !== undefined && { cursor }) } } };
}

export const nextOf = (
  { pagingModes }: ExternalCollection,
  next: string | null | undefined,
  { count, start, limit }: { count: number; start: number; limit: number },
): { nextCursor?: string } => {
  if (pagingModes[0] !== "CURSOR") return after(count, start, limit);
  return next ? { nextCursor: next } : {};
};
