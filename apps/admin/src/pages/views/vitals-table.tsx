import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { say } from "@uola/words/admin";
import { useMemo } from "react";

type Line = { path: string; metric: "LCP" | "CLS" | "INP"; good: number; middling: number; poor: number };
const ratings = ["good", "middling", "poor"] as const;

/** Page load times measured in visitors' browsers. */
export function VitalsTable({ from, to }: { from: string; to: string }) {
  const reading = usePlatformQuery(["measuring", "vitals", from, to], async ({ measuring }) => {
    const { pages } = await measuring.vitals({ from, to });
    return pages;
  });
  return (
    <div className="mt-4 max-w-[960px]">
      <DataTable
        caption={say("vitals.heading")}
        columns={useMemo(columnsOf, [])}
        items={reading.data}
        idOf={({ path, metric }) => `${path} ${metric}`}
        reading={reading}
        empty={say("vitals.none")}
      />
    </div>
  );
}

const columnsOf = (): Column<Line>[] => [
  { id: "path", heading: say("views.column.page"), isName: true, cell: ({ path }) => path },
  {
    id: "metric",
    heading: say("vitals.column.metric"),
    phone: "beside",
    cell: ({ metric }) => say(`vitals.${metric}`),
  },
  ...ratings.map(
    (rating): Column<Line> => ({
      id: rating,
      heading: say(`vitals.${rating}`),
      sort: (line) => line[rating],
      className: "tabular-nums",
      cell: (line) => line[rating],
    }),
  ),
];
