import { refetchByName, usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { DataCollection, Import } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { List, Section } from "@uola/ui/kit/list.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { useEffect, useRef } from "react";
import { downloadFile } from "./download-file.ts";
import { failureText } from "./import-words.ts";

const followMs = 500;
const shownMax = 50;
const going = ["UPLOADING", "WAITING", "RUNNING", "UNDOING"];

/** The progress of an import, its failed rows, and the buttons to continue or undo it. */
export function ImportRun({ importId, collection }: { importId: string; collection: DataCollection }) {
  const write = usePlatformAction("imports", "import", "import-report");
  const feedback = useFeedback();
  const acts = useRef(false);
  const reading = usePlatformQuery(
    ["import", importId],
    async ({ imports }) => (await imports.get({ importId })).import,
    {
      everyMs: (run) => !isOver(run) && followMs,
    },
  );
  const { data } = reading;
  const isEnded = isOver(data);
  useEffect(() => {
    if (isEnded) for (const name of ["items", "imports"]) void refetchByName(name);
  }, [isEnded]);
  const report = usePlatformQuery(
    ["import-report", importId, data?.failed],
    async ({ imports }) => (await imports.report({ importId, cursorPaging: { limit: shownMax } })).failures,
    { enabled: (data?.failed ?? 0) > 0 },
  );
  if (!data) {
    return (
      <Loaded reading={reading} lines={4}>
        {() => null}
      </Loaded>
    );
  }

  const { read, total, written, failed, removed, kept, undoable, failure } = data;
  const act = async (name: "stop" | "resume" | "undo") => {
    // Ignores a double click: the second request would be rejected and look like a failure of the
    // first.
    if (acts.current) return;
    acts.current = true;
    await feedback.make(() => write(({ imports }) => imports[name]({ importId })), say(`import.done.${name}`));
    acts.current = false;
  };
  const download = () =>
    feedback.make(async () => {
      const response = await write(({ imports }) => imports.reportFile({ importId }));
      downloadFile(await response.blob(), `${collection.id}-import.csv`);
    }, say("import.report.kept"));
  const nameOf = (key: string) => collection.fields.find((field) => field.key === key)?.displayName || key;
  const isUndo = data.status === "UNDOING" || data.status === "UNDONE";

  return (
    <>
      <p role="status">
        <b>{say(`import.status.${data.status}`)}</b>
        {" · "}
        {isUndo ? say("import.undo.counts", { removed, kept }) : say("import.counts", { written, failed })}
      </p>
      <label className="mt-2 grid gap-1">
        <span className="text-muted">
          {say("import.progress", { read: isUndo ? removed + kept : read, total: isUndo ? written : total })}
        </span>
        <progress value={isUndo ? removed + kept : read} max={Math.max(1, isUndo ? written : total)} />
      </label>
      {feedback.shown}
      <Notice urgent>{failure ? say("import.failed", { code: failure.code }) : undefined}</Notice>
      <p className="my-4 flex flex-wrap items-baseline gap-x-[18px]">
        {canStop(data) && <TextButton onClick={() => void act("stop")}>{say("import.stop")}</TextButton>}
        {(data.status === "STOPPED" || data.status === "FAILED") && (
          <TextButton onClick={() => void act("resume")}>{say("import.resume")}</TextButton>
        )}
        {undoable && written > 0 && <TextButton onClick={() => void act("undo")}>{say("import.undo")}</TextButton>}
        {failed > 0 && <TextButton onClick={() => void download()}>{say("import.report.keep")}</TextButton>}
      </p>
      {!undoable && data.mode === "SAVE" && <p className="text-muted">{say("import.undo.not")}</p>}
      {failed > 0 && (
        <Section level={3} title={say("import.report")}>
          <List items={report.data} reading={report} idOf={({ line, field }) => `${line}-${field}`}>
            {({ line, field, row, ...why }) => (
              <span>
                <b>{say("import.report.line", { line })}</b>
                {field && ` · ${nameOf(field)}`}: {failureText(why)}
                <br />
                <span className="text-muted">
                  {Object.values(row)
                    .filter((value) => value !== "" && value !== null)
                    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
                    .join(" · ")
                    .slice(0, 200)}
                </span>
              </span>
            )}
          </List>
          {failed > shownMax && <p className="text-muted">{say("import.report.more", { count: failed - shownMax })}</p>}
        </Section>
      )}
    </>
  );
}

const isOver = (run: Import | undefined) => run !== undefined && !going.includes(run.status);
const canStop = ({ status }: Import) => status === "WAITING" || status === "RUNNING";
