import type { MediaKind } from "@uola/contract";
import { usePlatformList } from "../../use-platform.ts";

type Criteria = { kind?: MediaKind | undefined; search: string; deleted?: boolean };

/** Files of the library by what is looked for, the newest first; more of them by `fetchNextPage`. */
export function useFiles({ kind, search, deleted = false }: Criteria) {
  const { items: files, ...found } = usePlatformList(
    ["media", "list", kind, search, deleted],
    async ({ media }, cursorPaging) => {
      const criteria = { deleted, ...(kind && { kind }), ...(search && { search }) };
      const { files: items, cursors } = await media.list({ ...criteria, cursorPaging });
      return { items, next: cursors.next };
    },
    // What was thrown away never stands among what is kept, not even while the answer is on its way.
    { limit: 60, keeps: (before) => before[4] === deleted },
  );
  return { ...found, files };
}
