import { useInfiniteQuery } from "@tanstack/react-query";
import type { MediaFile, MediaKind } from "@uola/contract";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";

const atOnce = 60;

type Sought = { kind?: MediaKind | undefined; search: string; deleted?: boolean };

/** Files of the library by what is looked for, the newest first; more of them by `fetchNextPage`. */
export function useFiles({ kind, search, deleted = false }: Sought) {
  const app = useApp();
  const found = useInfiniteQuery({
    queryKey: ["media", "list", kind, search, deleted],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }) => {
      const { media } = await platform(app);
      const cursorPaging = { limit: atOnce, ...(cursor && { cursor }) };
      return media.list({ deleted, ...(kind && { kind }), ...(search && { search }), cursorPaging });
    },
    getNextPageParam: ({ cursors }) => cursors.next ?? undefined,
    // What was thrown away never stands among what is kept, not even while the answer is on its way.
    placeholderData: (before, query) => (query?.queryKey[4] === deleted ? before : undefined),
  });
  const files: MediaFile[] | undefined = found.data?.pages.flatMap((page) => page.files);
  return { ...found, files };
}
