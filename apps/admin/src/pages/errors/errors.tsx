import { usePlatformAction, usePlatformList } from "@uola/browser/use-platform.ts";
import type { ErrorGroup } from "@uola/contract";
import type { Head } from "@uola/page-loader/page.ts";
import { TextButton } from "@uola/ui/buttons.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { say } from "@uola/words/admin";
import { dayShort, time } from "@uola/words/formats";
import { useMemo, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("errors.heading"), hidden: true });

export default function Errors() {
  return (
    <AdminFrame here="/admin/errors/">
      <All />
    </AdminFrame>
  );
}

type Criteria = { status: "OPEN" | "RESOLVED"; source: "" | ErrorGroup["source"] };
const sources = ["BROWSER", "SERVER"] as const;

/** Errors from browsers and the server, grouped: one line for all reports of the same error. */
function All() {
  const [{ status, source }, setCriteria] = useState<Criteria>({ status: "OPEN", source: "" });
  const [opened, setOpened] = useState<string>();
  const write = usePlatformAction("errors");
  const { make, shown } = useFeedback();
  const reading = usePlatformList(["errors", status, source], async ({ errorReports }, cursorPaging) => {
    const { errors: items, cursors } = await errorReports.query({ status, cursorPaging, ...(source && { source }) });
    return { items, next: cursors.next };
  });
  const columns = useMemo(() => {
    const move = (errorId: string, resolved: boolean) => () =>
      write(({ errorReports }) => errorReports.resolve({ errorId, resolved }));
    return columnsOf({
      onOpen: (id) => setOpened((before) => (before === id ? undefined : id)),
      onMove: ({ id, resolvedDate }) => {
        const isDone = !resolvedDate;
        const done = say(isDone ? "errors.done.resolve" : "errors.done.reopen");
        void make(move(id, isDone), done, move(id, !isDone));
      },
    });
  }, [write, make]);
  return (
    <AdminPage
      title={say("errors.heading")}
      beside={
        <>
          <FilterSelect
            label={say("errors.status.OPEN")}
            value={status === "OPEN" ? "" : status}
            onChange={({ target }) =>
              setCriteria({ source, status: target.value === "RESOLVED" ? "RESOLVED" : "OPEN" })
            }
            options={[{ value: "RESOLVED", label: say("errors.status.RESOLVED") }]}
          />
          <FilterSelect
            label={say("errors.source.any")}
            value={source}
            onChange={({ target }) => setCriteria({ status, source: target.value as Criteria["source"] })}
            options={sources.map((value) => ({ value, label: say(`errors.source.${value}`) }))}
          />
        </>
      }
    >
      <p className="my-4 max-w-[68ch]">{say("errors.lead")}</p>
      {shown}
      <DataTable
        caption={say("errors.heading")}
        columns={columns}
        items={reading.items}
        idOf={({ id }) => id}
        reading={reading}
        empty={say(status === "OPEN" ? "errors.none" : "errors.none.resolved")}
        opened={(error) => error.id === opened && <Details error={error} />}
      />
    </AdminPage>
  );
}

type Acts = { onOpen: (id: string) => void; onMove: (error: ErrorGroup) => void };
const when = (instant: Date) => `${dayShort(instant)}, ${time(instant)}`;

const columnsOf = ({ onOpen, onMove }: Acts): Column<ErrorGroup>[] => [
  {
    id: "message",
    heading: say("errors.column.message"),
    isName: true,
    cell: ({ id, name, message }) => (
      <button type="button" className="quick block max-w-[60ch] text-left wrap-anywhere" onClick={() => onOpen(id)}>
        {message || name}
      </button>
    ),
  },
  {
    id: "place",
    heading: say("errors.column.place"),
    className: "wrap-anywhere",
    cell: ({ place, source, browser }) => (
      <>
        {place ?? "–"}
        <span className="block text-muted narrow:inline narrow:before:content-['_·_']">
          {browser ?? say(`errors.source.${source}`)}
        </span>
      </>
    ),
  },
  {
    id: "reportCount",
    heading: say("errors.column.count"),
    sort: ({ reportCount }) => reportCount,
    className: "tabular-nums",
    cell: ({ reportCount }) => <b>{reportCount}</b>,
  },
  {
    id: "lastDate",
    heading: say("errors.column.last"),
    sort: ({ lastDate }) => lastDate.getTime(),
    className: "whitespace-nowrap",
    cell: ({ lastDate }) => when(lastDate),
  },
  {
    id: "actions",
    heading: say("column.actions"),
    isActions: true,
    cell: (error) => (
      <TextButton className="whitespace-nowrap" onClick={() => onMove(error)}>
        {say(error.resolvedDate ? "errors.reopen" : "errors.resolve")}
        <span className="visually-hidden"> {error.message || error.name}</span>
      </TextButton>
    ),
  },
];

/** Details of an error, including where it occurred. */
function Details({ error: { name, frames, release, firstDate } }: { error: ErrorGroup }) {
  return (
    <>
      <p className="py-2 text-muted">
        {[name, say("errors.first", { when: when(firstDate) }), say("errors.release", { release })].join(" · ")}
      </p>
      {frames.length === 0 ? (
        <p>{say("errors.noFrames")}</p>
      ) : (
        <ol aria-label={say("errors.frames")} className="small">
          {frames.map(({ function: called, file, line, column }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stack may pass a place twice and never changes its order
            <li key={at} className="wrap-anywhere">
              {called && <b>{called} </b>}
              {file}
              {line != null && `:${line}`}
              {column != null && `:${column}`}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
