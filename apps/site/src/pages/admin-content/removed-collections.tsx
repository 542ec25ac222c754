import { say } from "@uola/words/admin";
import type { Feedback } from "../../admin/kit/feedback.tsx";
import { TextButton } from "../../ui/buttons.tsx";
import { useContentWrite, useRemovedCollections } from "./use-content.ts";
import { whenOf } from "./when.ts";

/** Collections that were deleted, each with the way back while there is one; nothing where none was. */
export function RemovedCollections({ make }: Pick<Feedback, "make">) {
  const { data } = useRemovedCollections();
  const write = useContentWrite();
  if (!data || data.length === 0) return null;
  return (
    <details className="removed-collections">
      <summary className="title">{say("content.removedCollections", { count: data.length })}</summary>
      <ul className="desk-list">
        {data.map(({ dataCollectionId, displayName, removedDate, goneDate }) => {
          const name = displayName || dataCollectionId;
          return (
            <li key={dataCollectionId}>
              <div className="what">
                <b>{name}</b>
                <p className="muted">
                  {say("content.removedCollections.when", { when: whenOf(removedDate), until: whenOf(goneDate) })}
                </p>
              </div>
              <TextButton
                onClick={() =>
                  void make(
                    () => write(({ collections }) => collections.restore({ dataCollectionId })),
                    say("content.done.restored", { name }),
                    () => write(({ collections }) => collections.delete({ dataCollectionId })),
                  )
                }
              >
                {say("content.restore")}
                <span className="visually-hidden">: {name}</span>
              </TextButton>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
