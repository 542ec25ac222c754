import type { DocumentMonth } from "@uola/contract";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { Section } from "@uola/ui/kit/list.tsx";
import type { Reading } from "@uola/ui/kit/results.tsx";
import { say } from "@uola/words/admin";
import { dateLong, money } from "@uola/words/formats";
import { useMemo } from "react";
import { titleOfMonth } from "./month-name.ts";

type MonthsProps = {
  months: readonly DocumentMonth[] | undefined;
  reading: Reading;
  onOpen: (month: string) => void;
};

/** The totals of each month, and whether it is closed. */
export function Months({ months, reading, onOpen }: MonthsProps) {
  const columns = useMemo(
    (): Column<DocumentMonth>[] => [
      {
        id: "month",
        heading: say("documents.month"),
        isName: true,
        cell: ({ month }) => (
          <button type="button" className="quick" onClick={() => onOpen(month)}>
            {titleOfMonth(month)}
          </button>
        ),
      },
      {
        id: "documents",
        heading: say("documents.column.documents"),
        cell: ({ documents }) => String(documents),
      },
      ...(["net", "vat", "gross"] as const).map(
        (id): Column<DocumentMonth> => ({
          id,
          heading: say(`documents.column.${id}`),
          className: "whitespace-nowrap",
          cell: (month) => money(month[id]),
        }),
      ),
      {
        id: "closed",
        heading: say("documents.column.closed"),
        // Including the date, this text is too long for the corner of a row on a phone.
        cell: ({ closedDate }) =>
          closedDate ? say("documents.closed", { date: dateLong(closedDate) }) : say("documents.open"),
      },
    ],
    [onOpen],
  );
  return (
    <Section title={say("documents.months")}>
      <p className="my-4 text-muted">{say("documents.months.lead")}</p>
      <DataTable
        caption={say("documents.months")}
        columns={columns}
        items={months}
        idOf={({ month }) => month}
        reading={reading}
        failed={say("documents.failed")}
        empty={say("documents.none")}
      />
    </Section>
  );
}
