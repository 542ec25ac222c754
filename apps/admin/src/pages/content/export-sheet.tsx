import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { DataCollection, ItemsFormat } from "@uola/contract";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { useId, useState } from "react";
import { downloadFile, readRows } from "./download-file.ts";

/** Exports all items as a file and shows the progress. */
export function ExportSheet({ collection, onClose }: { collection: DataCollection; onClose: () => void }) {
  const { id: dataCollectionId } = collection;
  const write = usePlatformAction();
  const id = useId();
  const [format, setFormat] = useState<ItemsFormat>("CSV");
  const [progress, setProgress] = useState<{ read: number; total: number; done: boolean }>();
  const { make, refused } = useFeedback();

  const begin = async () => {
    setProgress({ read: 0, total: 0, done: false });
    const isDone = await make(async () => {
      const response = await write(({ exports }) => exports.file({ dataCollectionId, format }));
      const total = Number(response.headers.get("x-uola-items") ?? 0);
      const file = await readRows(response, (rows) => setProgress({ read: Math.min(rows, total), total, done: false }));
      downloadFile(file, `${dataCollectionId}.${format.toLowerCase()}`);
      setProgress({ read: total, total, done: true });
    });
    if (!isDone) setProgress(undefined);
  };

  return (
    <Sheet title={say("export.heading")} onClose={onClose}>
      <p className="mb-4">{say("export.lead")}</p>
      <fieldset className="field my-5">
        <legend className="label mb-[6px]">{say("export.format")}</legend>
        {(["CSV", "JSON"] as const).map((each) => (
          <label key={each} className="check">
            <input type="radio" name={id} checked={format === each} onChange={() => setFormat(each)} />{" "}
            {say(`export.format.${each}`)}
          </label>
        ))}
      </fieldset>
      {refused}
      <p role="status" className="my-4">
        {progress?.done && say("export.done", { count: progress.total })}
      </p>
      {progress && !progress.done && (
        <label className="grid gap-1">
          <span className="text-muted">{say("import.progress", { read: progress.read, total: progress.total })}</span>
          <progress value={progress.read} max={Math.max(1, progress.total)} />
        </label>
      )}
      <footer className="sheet-foot">
        <PrimaryButton disabled={progress !== undefined && !progress.done} onClick={() => void begin()}>
          {say("export.begin")}
        </PrimaryButton>
      </footer>
    </Sheet>
  );
}
