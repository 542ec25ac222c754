import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { List, Row } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { useContentWrite, useRemovedCollections } from "./use-content.ts";
import { whenOf } from "./when.ts";

/** Lists the deleted collections, each with a restore button; renders nothing if there are none. */
export function RemovedCollections({ make }: Pick<Feedback, "make">) {
  const { data } = useRemovedCollections();
  const write = useContentWrite();
  if (!data || data.length === 0) return null;
  return (
    <details className="removed-collections">
      <summary className="title">{say("content.removedCollections", { count: data.length })}</summary>
      <List items={data} idOf={({ dataCollectionId }) => dataCollectionId}>
        {({ dataCollectionId, displayName, removedDate, goneDate }) => {
          const name = displayName || dataCollectionId;
          const restore = () =>
            make(
              () => write(({ collections }) => collections.restore({ dataCollectionId })),
              say("content.done.restored", { name }),
              () => write(({ collections }) => collections.delete({ dataCollectionId })),
            );
          return (
            <Row
              name={name}
              about={say("content.removedCollections.when", { when: whenOf(removedDate), until: whenOf(goneDate) })}
              main={{ label: say("content.restore"), onClick: () => void restore() }}
            />
          );
        }}
      </List>
    </details>
  );
}
