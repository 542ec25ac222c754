import { usePlatformList } from "@uola/browser/use-platform.ts";
import { say } from "@uola/words/admin";
import { dateLong, time } from "@uola/words/formats";
import { actorName } from "./actor-name.ts";
import { actionText } from "./history-words.ts";
import { historyEntryLines } from "./lines.ts";
import { Results } from "./results.tsx";
import { Sheet } from "./sheet.tsx";

export type HistoryProps = {
  entityId: string;
  title: string;
  /** The form's label of a stored field; undefined for fields that are not in the form. */
  label: (field: string) => string | undefined;
  show: (field: string, value: unknown) => string;
  onClose: () => void;
};

/** The history of an item: who changed what and when, newest first, with the labels of the form. */
export function HistorySheet({ entityId, title, label, show, onClose }: HistoryProps) {
  const reading = usePlatformList(["history", entityId], async ({ history }, cursorPaging) => {
    const { entries, cursors } = await history.query({ entityId, cursorPaging });
    return { items: entries, next: cursors.next };
  });
  return (
    <Sheet title={say("history.title", { name: title })} onClose={onClose}>
      <Results
        items={reading.items}
        reading={reading}
        failed={say("history.failed")}
        empty={<p>{say("history.none")}</p>}
      >
        {(entries) => (
          <ol className="history">
            {entries.map((entry) => (
              <li key={entry.id}>
                <p>
                  <b>{actionText(entry)}</b>{" "}
                  <span className="text-muted">
                    {actorName(entry)}, {dateLong(entry.createdDate)}, {time(entry.createdDate)}
                  </span>
                </p>
                {entry.reason && <p>{say("history.reason", { reason: entry.reason })}</p>}
                <ul>
                  {historyEntryLines(entry, label, show).map(({ name, from, to }) => (
                    <li key={name}>{say("history.line", { name, from: from || "–", to: to || "–" })}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </Results>
    </Sheet>
  );
}
