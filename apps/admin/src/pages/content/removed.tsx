import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { readAllPages } from "@uola/client";
import type { DataCollection } from "@uola/contract";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { List, Row } from "@uola/ui/kit/list.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { titleOf, useContentWrite } from "./use-content.ts";
import { whenOf } from "./when.ts";

const shownMax = 500;

/** Recently removed items, each with a restore button. */
export function Removed({ collection, onClose }: { collection: DataCollection; onClose: () => void }) {
  const dataCollectionId = collection.id;
  const write = useContentWrite();
  const { make, shown } = useFeedback();
  const reading = usePlatformQuery(["items", "removed", dataCollectionId], async ({ editing }) => {
    return readAllPages(async ({ limit, cursor }) => {
      const page = await editing.removed({ dataCollectionId, cursorPaging: { limit, ...(cursor && { cursor }) } });
      return { items: page.items, next: page.pagingMetadata.cursors.next };
    }, shownMax);
  });
  return (
    <Sheet title={say("content.removed")} onClose={onClose}>
      {shown}
      <List
        items={reading.data?.items}
        reading={reading}
        empty={<p>{say("content.removed.none")}</p>}
        idOf={({ dataItemId }) => dataItemId}
      >
        {({ dataItemId, data, revision, removedDate, removedBy }) => {
          const name = titleOf(collection, data);
          const restore = () =>
            make(
              () => write(({ editing }) => editing.restore({ dataCollectionId, dataItemId, revision })),
              say("content.done.restored", { name }),
              () => write(({ items }) => items.remove({ dataCollectionId, dataItemId })),
            );
          return (
            <Row
              name={name}
              about={[whenOf(removedDate), removedBy?.name].filter(Boolean).join(", ")}
              main={{ label: say("content.restore"), onClick: () => void restore() }}
            />
          );
        }}
      </List>
      {reading.data?.hasMore && <p className="text-muted">{say("list.first", { count: shownMax })}</p>}
    </Sheet>
  );
}
