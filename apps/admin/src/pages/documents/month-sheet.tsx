import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { TaxSum } from "@uola/contract";
import { useRoute } from "@uola/page-loader/tree.tsx";
import { PrimaryButton, SecondaryButton } from "@uola/ui/buttons.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { Section } from "@uola/ui/kit/list.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { addDays, dateLong, localDate, money, percent } from "@uola/words/formats";
import { useMemo, useState } from "react";
import { downloadFile } from "../content/download-file.ts";
import { titleOfMonth } from "./month-name.ts";

type File = { name: string; read(client: Client): Promise<Response> };

/** A month for the accountant: VAT by code and rate, files, and closing the month. */
export function MonthSheet({ month, onClose }: { month: string; onClose: () => void }) {
  const [closes, setCloses] = useState(false);
  const { make, shown } = useFeedback();
  const write = usePlatformAction("documents");
  const { data, ...reading } = usePlatformQuery(["documents", "report", month], ({ documents }) =>
    documents.report({ month }),
  );
  const columns = useMemo(columnsOf, []);
  const isOver = month < localDate(useRoute().now).slice(0, 7);
  const keep = ({ name, read }: File) =>
    void make(async () => downloadFile(await write(async (client) => (await read(client)).blob()), name));
  const files: [label: string, file: File][] = [
    [
      say("documents.file.register"),
      { name: `isaf-${month}.xml`, read: ({ documents }) => documents.register({ month }) },
    ],
    ...(["CSV", "XLSX"] as const).map((format): [string, File] => [
      say(`documents.file.${format}`),
      {
        name: `dokumentai-${month}.${format.toLowerCase()}`,
        read: ({ documents }) => documents.journal({ month, format }),
      },
    ]),
    ...(["CSV", "XLSX"] as const).map((format): [string, File] => [
      say(`documents.journal.${format}`),
      {
        name: `buhalterinis-zurnalas-${month}.${format.toLowerCase()}`,
        read: ({ bookkeeping }) => bookkeeping.entries({ from: `${month}-01`, to: lastOf(month), format }),
      },
    ]),
  ];
  return (
    <Sheet wide title={titleOfMonth(month)} onClose={onClose}>
      {shown}
      <Results reading={reading} items={data && [data]} failed={say("documents.failed")}>
        {([one]) =>
          one && (
            <>
              <p className="text-[44px] leading-none font-bold">{money(one.month.gross)}</p>
              <p className="mb-5 text-muted">
                {say("documents.month.about", { count: one.month.documents, vat: money(one.month.vat) })}
              </p>
              <Section title={say("documents.taxes")} level={3}>
                <DataTable
                  caption={say("documents.taxes")}
                  columns={columns}
                  items={one.taxes}
                  idOf={({ code, rate }) => `${code} ${rate}`}
                  empty={say("documents.none")}
                />
              </Section>
              <Section title={say("documents.files")} level={3}>
                <p className="my-4 text-muted">{say("documents.files.lead")}</p>
                <div className="flex flex-wrap gap-4">
                  {files.map(([label, file]) => (
                    <SecondaryButton key={label} onClick={() => keep(file)}>
                      {label}
                    </SecondaryButton>
                  ))}
                </div>
              </Section>
              <Section title={say("documents.close")} level={3}>
                <p className="my-4 text-muted">
                  {one.month.closedDate
                    ? say("documents.close.done", { date: dateLong(one.month.closedDate) })
                    : say(isOver ? "documents.close.lead" : "documents.close.later")}
                </p>
                {isOver && !one.month.closedDate && (
                  <PrimaryButton small onClick={() => setCloses(true)}>
                    {say("documents.close")}
                  </PrimaryButton>
                )}
              </Section>
            </>
          )
        }
      </Results>
      {closes && (
        <FormDialog
          title={say("documents.close.sure", { month: titleOfMonth(month) })}
          sure={say("documents.close")}
          form={() => {
            setCloses(false);
            void make(
              () => write(({ documents }) => documents.close({ month })),
              say("documents.closed.now", { month: titleOfMonth(month) }),
            );
          }}
          onClose={() => setCloses(false)}
        >
          <p>{say("documents.close.lead")}</p>
        </FormDialog>
      )}
    </Sheet>
  );
}

const lastOf = (month: string): string => addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);

const columnsOf = (): Column<TaxSum>[] => [
  {
    id: "code",
    heading: say("documents.column.code"),
    isName: true,
    cell: ({ code }) => code ?? say("documents.noCode"),
  },
  {
    id: "rate",
    heading: say("documents.column.rate"),
    cell: ({ rate }) => (rate == null ? "–" : percent(rate)),
  },
  ...(["net", "vat", "gross"] as const).map(
    (id): Column<TaxSum> => ({
      id,
      heading: say(`documents.column.${id}`),
      className: "whitespace-nowrap",
      cell: (tax) => money(tax[id]),
    }),
  ),
];
