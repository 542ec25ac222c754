import { failureOf } from "@uola/browser/errors.ts";
import { usePlatformList } from "@uola/browser/use-platform.ts";
import type { DataCollection } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { ownFields } from "./collection.ts";
import { Difference } from "./difference.tsx";
import { kindOf } from "./field-kind.ts";
import { whenOf } from "./when.ts";

type VersionsProps = {
  collection: DataCollection;
  itemId: string;
  onClose: () => void;
  onRestore: (revision: string) => void;
};

/** The versions of an item, latest first: each with its changes and a restore button. */
export function Versions({ collection, itemId, onClose, onRestore }: VersionsProps) {
  const reading = usePlatformList(["items", "versions", collection.id, itemId], async ({ editing }, cursorPaging) => {
    const one = { dataCollectionId: collection.id, dataItemId: itemId };
    try {
      const { versions, pagingMetadata } = await editing.versions({ ...one, cursorPaging });
      return { items: versions, next: pagingMetadata.cursors.next };
    } catch (error) {
      if (failureOf(error).code === "WDE0073") return { items: [], next: null };
      throw error;
    }
  });
  // Multi-references are stored separately and are not part of the versions.
  const fields = ownFields(collection).filter((field) => kindOf(field) !== "references");
  return (
    <Sheet wide title={say("content.versions")} onClose={onClose}>
      <Results
        items={reading.items}
        reading={reading}
        failed={say("history.failed")}
        empty={<p>{say("content.versions.none")}</p>}
      >
        {(versions) => (
          <ol className="history">
            {versions.map((version, index) => {
              const before = versions[index + 1];
              const who =
                version.by.kind === "apiKey"
                  ? say("history.program", { name: version.by.name ?? "" })
                  : version.by.name;
              return (
                <li key={version.revision}>
                  <p className="version-head">
                    <b>{whenOf(version.date)}</b>
                    <span className="text-muted">
                      {who ?? say(version.by.kind === "system" ? "history.system" : "history.somebody")}
                    </span>
                    {version.current && <span className="state-word">{say("content.version.current")}</span>}
                    {!version.current && (
                      <TextButton onClick={() => onRestore(version.revision)}>
                        {say("content.version.restore")}
                        <span className="visually-hidden">: {whenOf(version.date)}</span>
                      </TextButton>
                    )}
                  </p>
                  {version.removedDate && (
                    <p className="text-muted">
                      {say("content.version.removed", { when: whenOf(version.removedDate) })}
                    </p>
                  )}
                  {before || version.revision === "1" ? (
                    <Difference fields={fields} before={before?.data ?? {}} after={version.data} />
                  ) : (
                    !reading.hasNextPage && <p className="text-muted">{say("content.version.oldest")}</p>
                  )}
                </li>
              );
            })}
          </ol>
        )}
      </Results>
    </Sheet>
  );
}
