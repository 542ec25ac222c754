import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { TextButton } from "../../ui/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** How reading a list goes; what a query and an infinite query of TanStack Query answer. */
export type Reading = {
  isError: boolean;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
};

type ResultsProps<Item> = {
  reading?: Reading | undefined;
  /** Nothing until they are there. */
  items: readonly Item[] | undefined;
  /** Said when they cannot be read. */
  failed?: string | undefined;
  /** What is not here yet and what it is for. */
  empty?: ReactNode;
  /** How many lines stand there while they are read. */
  lines?: number;
  children: (items: readonly Item[]) => ReactNode;
};

/** The four states of what is read: on its way, failed with a way to try again, empty, and there with a way to more. */
export function Results<Item>({ reading, items, failed, empty, lines = 6, children }: ResultsProps<Item>) {
  const isLost = reading?.isError === true && !items;
  return (
    <>
      <Notice urgent>{isLost && (failed ?? say("list.failed"))}</Notice>
      {isLost && <TextButton onClick={() => void reading.refetch()}>{say("retry")}</TextButton>}
      {!items && !isLost && <Skeleton lines={lines} label={say("loading")} />}
      {items?.length === 0 && (typeof empty === "string" ? <p className="py-4">{empty}</p> : empty)}
      {items && items.length > 0 && children(items)}
      {reading?.hasNextPage && (
        <TextButton
          className="mt-4"
          aria-busy={reading.isFetchingNextPage}
          onClick={() => !reading.isFetchingNextPage && void reading.fetchNextPage?.()}
        >
          {say(reading.isFetchingNextPage ? "loading" : "more")}
        </TextButton>
      )}
    </>
  );
}
