import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { DataCollection, Import } from "@uola/contract";
import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Icon } from "@uola/ui/icons.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { FileButton } from "@uola/ui/kit/file-button.tsx";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { useId, useState } from "react";
import { ImportRun } from "./import-run.tsx";
import { failureText } from "./import-words.ts";

const sampleBytes = 512 * 1024;
const uploadMs = 600_000;
type Mode = Import["mode"];
type PreviewRow = Awaited<ReturnType<Client["imports"]["preview"]>>["rows"][number];
type Chosen = { file: File; format: Import["format"] };

const formatOf = ({ name }: File): Import["format"] => (/\.(json|ndjson|jsonl)$/i.test(name) ? "JSON" : "CSV");

/**
 * Imports items from a file: first the mapping of columns to fields, then the progress and the rows
 * that could not be read.
 */
export function ImportSheet({ collection, onClose }: { collection: DataCollection; onClose: () => void }) {
  const { id: dataCollectionId } = collection;
  const [chosen, choose] = useState<Chosen>();
  const [running, setRunning] = useState<string>();
  const past = usePlatformQuery(["imports", dataCollectionId], async ({ imports }) => {
    return (await imports.list({ dataCollectionId })).imports;
  });
  return (
    <Sheet wide title={say("import.heading")} isChanged={chosen !== undefined && !running} onClose={onClose}>
      {running ? (
        <ImportRun importId={running} collection={collection} />
      ) : chosen ? (
        <Mapping
          key={chosen.file.name}
          {...chosen}
          collection={collection}
          onBack={() => choose(undefined)}
          onBegun={setRunning}
        />
      ) : (
        <>
          <p className="mb-4">{say("import.lead")}</p>
          <FileButton
            accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
            onPick={([file]) => file && choose({ file, format: formatOf(file) })}
          >
            {say("import.choose")}
          </FileButton>
          {past.data && past.data.length > 0 && (
            <Section level={3} title={say("import.past")}>
              <List items={past.data.slice(0, 10)}>
                {({ id, fileName, status, written, failed }) => (
                  <Row
                    name={fileName || say("import.unnamed")}
                    about={`${say(`import.status.${status}`)} · ${say("import.counts", { written, failed })}`}
                    main={{ label: say("import.open"), onClick: () => setRunning(id) }}
                  />
                )}
              </List>
            </Section>
          )}
        </>
      )}
    </Sheet>
  );
}

type MappingProps = Chosen & { collection: DataCollection; onBack: () => void; onBegun: (importId: string) => void };

function Mapping({ file, format, collection, onBack, onBegun }: MappingProps) {
  const dataCollectionId = collection.id;
  const write = usePlatformAction("imports");
  const id = useId();
  const [wished, setWished] = useState<string[]>();
  const [mode, setMode] = useState<Mode>("INSERT");
  const [sending, setSending] = useState(false);
  const { make, refused } = useFeedback();
  const columns = wished ? { columns: wished } : {};
  const { data, error, isFetching } = usePlatformQuery(
    ["import-preview", dataCollectionId, file.name, file.lastModified, wished],
    ({ imports }) => {
      const part = file.size > sampleBytes;
      return imports.preview({ dataCollectionId, format, part, ...columns }, { file: file.slice(0, sampleBytes) });
    },
  );
  const known = usePlatformQuery(["import-columns", dataCollectionId, file.name, file.lastModified], ({ imports }) => {
    const part = file.size > sampleBytes;
    return imports.preview({ dataCollectionId, format, part }, { file: file.slice(0, sampleBytes) });
  });
  const shown = data ?? known.data;
  const chosen = shown?.columns.map(({ field }, at) => wished?.[at] ?? field ?? "") ?? [];
  const fields = collection.fields.filter(({ key, systemField }) => !systemField || key === "_id" || key === "_owner");

  const isRequired = (key: string | undefined) => fields.some((field) => field.key === key && field.required === true);

  const begin = async () => {
    setSending(true);
    const wish = { dataCollectionId, format, mode, fileName: file.name.slice(0, 200), ...columns };
    const isBegun = await make(async () => {
      const { import: begun } = await write(({ imports }) => imports.upload(wish, { file, timeoutMs: uploadMs }));
      onBegun(begun.id);
    });
    if (!isBegun) setSending(false);
  };

  const previewColumns: Column<PreviewRow>[] = [
    { id: "line", heading: say("import.line"), isName: true, className: "align-top", cell: ({ line }) => line },
    ...(shown?.columns ?? []).map(({ name }, at): Column<PreviewRow> => {
      const isLeftOut = !chosen[at];
      return {
        id: String(at),
        heading: name || `#${at + 1}`,
        className: `min-w-[148px] align-top wrap-anywhere ${isLeftOut ? "text-muted" : ""}`,
        control: format === "CSV" && (
          <span className="select mt-1">
            <select
              aria-label={name || `#${at + 1}`}
              className="input"
              value={chosen[at]}
              onChange={({ target }) =>
                setWished(chosen.map((each, n) => (n === at ? target.value : each === target.value ? "" : each)))
              }
            >
              <option value="">{say("import.leftOut")}</option>
              {fields.map(({ key, displayName }) => (
                <option key={key} value={key}>
                  {key === "_owner" ? say("import.owner") : key === "_id" ? "ID" : displayName || key}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        ),
        cell: ({ cells, failure }) => (
          <>
            {(cells[at] ?? "").slice(0, 80)}
            {!failure && !cells[at]?.trim() && isRequired(chosen[at]) && (
              <b className="error wrong-cell">{say("import.wrong.required")}</b>
            )}
            {failure && (failure.field ? failure.field === chosen[at] : at === 0) && (
              <b className="error wrong-cell">{failureText(failure)}</b>
            )}
          </>
        ),
      };
    }),
  ];

  return (
    <>
      <p className="mb-4 flex flex-wrap items-baseline gap-x-[18px]">
        <b>{file.name}</b>
        <TextButton onClick={onBack}>{say("import.other")}</TextButton>
      </p>
      {refused}
      <Notice urgent>{error && !isFetching ? adminErrorMessage(error) : undefined}</Notice>
      {!error && (
        <DataTable
          isGrid
          caption={say("import.preview")}
          columns={previewColumns}
          items={shown?.rows}
          idOf={({ line }) => String(line)}
        />
      )}
      <fieldset className="field my-5">
        <legend className="label mb-[6px]">{say("import.mode")}</legend>
        {(["INSERT", "SAVE"] as const).map((each) => (
          <label key={each} className="check">
            <input type="radio" name={`${id}-mode`} checked={mode === each} onChange={() => setMode(each)} />{" "}
            {say(`import.mode.${each}`)}
          </label>
        ))}
      </fieldset>
      <p role="status" className="text-muted my-2">
        {sending && say("import.sending")}
      </p>
      <footer className="sheet-foot">
        <PrimaryButton
          disabled={!data || sending || chosen.every((field) => field === "")}
          onClick={() => void begin()}
        >
          {say("import.begin")}
        </PrimaryButton>
      </footer>
    </>
  );
}
