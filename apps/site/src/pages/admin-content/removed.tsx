import { readAllPages } from "@uola/client";
import type { DataCollection } from "@uola/contract";
import { say } from "@uola/words/admin";
import { useFeedback } from "../../admin/kit/feedback.tsx";
import { Sheet } from "../../admin/kit/sheet.tsx";
import { TextButton } from "../../ui/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { usePlatformQuery } from "../../use-platform.ts";
import { titleOf, useContentWrite } from "./use-content.ts";
import { whenOf } from "./when.ts";

const shownMax = 500;

/** What was removed lately, each with a way back. */
export function Removed({ collection, onClose }: { collection: DataCollection; onClose: () => void }) {
  const dataCollectionId = collection.id;
  const write = useContentWrite();
  const { make, shown } = useFeedback();
  const { data, isError, refetch } = usePlatformQuery(["items", "removed", dataCollectionId], async ({ editing }) => {
    return readAllPages(async ({ limit, cursor }) => {
      const page = await editing.removed({ dataCollectionId, cursorPaging: { limit, ...(cursor && { cursor }) } });
      return { items: page.items, next: page.pagingMetadata.cursors.next };
    }, shownMax);
  });
  return (
    <Sheet title={say("content.removed")} onClose={onClose}>
      {shown}
      <Notice urgent>{isError && !data ? say("list.failed") : undefined}</Notice>
      {isError && !data && <TextButton onClick={() => void refetch()}>{say("retry")}</TextButton>}
      {!data && !isError && <Skeleton lines={4} label={say("loading")} />}
      {data?.items.length === 0 && <p>{say("content.removed.none")}</p>}
      <ul className="desk-list">
        {data?.items.map(({ dataItemId, data, revision, removedDate, removedBy }) => {
          const name = titleOf(collection, data);
          return (
            <li key={dataItemId}>
              <div className="what">
                <b>{name}</b>
                <p className="muted">
                  {whenOf(removedDate)}
                  {removedBy?.name && `, ${removedBy.name}`}
                </p>
              </div>
              <TextButton
                onClick={() =>
                  void make(
                    () => write(({ editing }) => editing.restore({ dataCollectionId, dataItemId, revision })),
                    say("content.done.restored", { name }),
                    () => write(({ items }) => items.remove({ dataCollectionId, dataItemId })),
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
      {data?.hasMore && <p className="muted">{say("list.first", { count: shownMax })}</p>}
    </Sheet>
  );
}
