import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

type SectionProps<Item> = {
  title: string;
  lead?: string | undefined;
  add?: string;
  onAdd?: () => void;
  /** What is not here yet and what it is for: one sentence, above the way to the first. */
  empty: string;
  /** Nothing until it is there. */
  list: readonly Item[] | undefined;
  isError: boolean;
  onRetry: () => void;
  /** Each line: its name for the list is `id`. */
  children: [(item: Item) => ReactNode, ...ReactNode[]];
  ordered?: boolean;
};

/** A list of things that can be opened and added to, with what is open after it. */
export function Section<Item extends { id: string }>({
  title,
  lead,
  add,
  onAdd,
  empty,
  list,
  isError,
  onRetry,
  children: [line, ...opened],
  ordered = false,
}: SectionProps<Item>) {
  const List = ordered ? "ol" : "ul";
  return (
    <section className="desk-section">
      <header>
        <h2 className="title">{title}</h2>
        {add && (
          <PrimaryButton small icon="plus" onClick={onAdd}>
            {add}
          </PrimaryButton>
        )}
      </header>
      {lead && <p className="muted my-2">{lead}</p>}
      <Notice urgent>{isError && !list ? say("list.failed") : undefined}</Notice>
      {isError && !list && <TextButton onClick={onRetry}>{say("retry")}</TextButton>}
      {!list && !isError && <Skeleton lines={3} label={say("loading")} />}
      {list?.length === 0 && <p className="py-4">{empty}</p>}
      <List className="desk-list">
        {list?.map((item) => (
          <li key={item.id}>{line(item)}</li>
        ))}
      </List>
      {opened}
    </section>
  );
}
