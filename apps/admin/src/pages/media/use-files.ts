import { usePlatformList } from "@uola/browser/use-platform.ts";
import type { MediaKind } from "@uola/contract";

type Criteria = { kind?: MediaKind | undefined; search: string; deleted?: boolean };

/** The library's files that match the filter, newest first; `fetchNextPage` loads more. */
export function useFiles({ kind, search, deleted = false }: Criteria) {
  const { items: files, ...found } = usePlatformList(
    ["media", "list", kind, search, deleted],
    async ({ media }, cursorPaging) => {
      const criteria = { deleted, ...(kind && { kind }), ...(search && { search }) };
      const { files: items, cursors } = await media.list({ ...criteria, cursorPaging });
      return { items, next: cursors.next };
    },
    // Deleted files are never shown among the existing ones, not even while the next result loads.
    { limit: 60, keeps: (before) => before[4] === deleted },
  );
  return { ...found, files };
}
