import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { isMissing } from "../../errors.ts";
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

type LoadedProps<Answer> = {
  reading: { data?: Answer | undefined; error?: unknown; isError: boolean; refetch: () => unknown };
  /** Said when it cannot be read. */
  failed?: string;
  /** Said when it is not there; then trying again is no help. */
  missing?: string;
  lines?: number;
  children: (answer: Answer) => ReactNode;
};

/** One thing that is read: on its way, not there, failed with a way to try again, or there. */
export function Loaded<Answer>({ reading, failed, missing, lines = 8, children }: LoadedProps<Answer>) {
  const { data, error, isError, refetch } = reading;
  const isLost = isError && data === undefined;
  const isGone = isLost && missing !== undefined && isMissing(error);
  return (
    <>
      <Notice urgent>{isLost && (isGone ? missing : (failed ?? say("list.failed")))}</Notice>
      {isLost && !isGone && <TextButton onClick={() => void refetch()}>{say("retry")}</TextButton>}
      {data === undefined && !isLost && <Skeleton lines={lines} label={say("loading")} />}
      {data !== undefined && children(data)}
    </>
  );
}
