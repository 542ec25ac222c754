import { isMissing } from "@uola/browser/errors.ts";
import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { TextButton } from "../buttons.tsx";
import { Notice } from "../notice.tsx";
import { Skeleton } from "../skeleton.tsx";

/** The loading state of a list; both a query and an infinite query of TanStack Query have this shape. */
export type Reading = {
  isError: boolean;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
};

type ResultsProps<Item> = {
  reading?: Reading | undefined;
  /** Undefined until loaded. */
  items: readonly Item[] | undefined;
  /** The message shown when loading fails. */
  failed?: string | undefined;
  /** The text shown for an empty list: what is missing and what it is for. */
  empty?: ReactNode;
  /** The number of placeholder lines shown while loading. */
  lines?: number;
  children: (items: readonly Item[]) => ReactNode;
};

/**
 * The four states of a list: loading, failed with a retry button, empty, and loaded with a button
 * for more.
 */
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
  /** The message shown when loading fails. */
  failed?: string;
  /** The message shown when the item does not exist; retrying would not help. */
  missing?: string;
  lines?: number;
  children: (answer: Answer) => ReactNode;
};

/** The states of a single item: loading, missing, failed with a retry button, or loaded. */
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
