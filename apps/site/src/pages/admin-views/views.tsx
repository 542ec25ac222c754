import { say } from "@uola/words/admin";
import { addDays, type Day, dateLong, localDate } from "@uola/words/formats";
import { useMemo, useState } from "react";
import { type Column, DataTable } from "../../admin/kit/data-table.tsx";
import { AdminPage } from "../../admin/kit/page.tsx";
import { Results } from "../../admin/kit/results.tsx";
import type { Head } from "../../loader/page.ts";
import { useRoute } from "../../loader/tree.tsx";
import { FilterSelect } from "../../ui/field.tsx";
import { usePlatformQuery } from "../../use-platform.ts";
import { AdminFrame } from "../admin/admin-frame.tsx";
import { everyDay } from "./days.ts";
import { MeasuringSettings } from "./measuring-settings.tsx";
import { ViewsChart } from "./views-chart.tsx";

export { Waiting } from "../admin/admin-frame.tsx";
export const head = (): Head => ({ title: `${say("views.heading")} – Uola`, hidden: true });

export default function Views() {
  return (
    <AdminFrame here="/admin/views/">
      <All />
    </AdminFrame>
  );
}

const shortest = 28;
const spans = [91, 365];

/** How often pages were viewed, and what is measured besides. */
function All() {
  const today = localDate(useRoute().now);
  const [span, setSpan] = useState(shortest);
  const from = addDays(today, 1 - span);
  const reading = usePlatformQuery(["measuring", "views", from, today], ({ measuring }) =>
    measuring.views({ from, to: today }),
  );
  const days = reading.data && everyDay(from, today, reading.data.days);
  const total = days?.reduce((sum, { views }) => sum + views, 0) ?? 0;
  return (
    <AdminPage
      title={say("views.heading")}
      beside={
        <>
          <FilterSelect
            label={say("views.span", { count: shortest })}
            value={span === shortest ? "" : String(span)}
            onChange={({ target }) => setSpan(Number(target.value) || shortest)}
            options={spans.map((value) => ({ value: String(value), label: say("views.span", { count: value }) }))}
          />
        </>
      }
    >
      <p className="my-4 max-w-[68ch]">{say("views.lead")}</p>
      <Results reading={reading} items={days}>
        {(days) => (
          <>
            <p className="mb-3" role="status">
              {say("views.total", { count: total })}
            </p>
            <ViewsChart days={days} />
          </>
        )}
      </Results>
      <div className="grid gap-x-12 gap-y-8 mt-8 lg:grid-cols-2">
        <section>
          <h2 className="title mb-2">{say("views.byPage")}</h2>
          <DataTable
            caption={say("views.byPage")}
            columns={useMemo(pageColumns, [])}
            items={reading.data?.pages}
            idOf={({ path }) => path}
            empty={say("views.none")}
          />
        </section>
        <section>
          <h2 className="title mb-2">{say("views.byDay")}</h2>
          <DataTable
            caption={say("views.byDay")}
            columns={useMemo(dayColumns, [])}
            items={useMemo(() => reading.data?.days.toReversed(), [reading.data])}
            idOf={({ day }) => day}
            empty={say("views.none")}
          />
        </section>
      </div>
      <MeasuringSettings from={from} to={today} />
    </AdminPage>
  );
}

type Count = { views: number };
const countColumn = <Line extends Count>(): Column<Line> => ({
  id: "views",
  heading: say("views.column.views"),
  phone: "beside",
  className: "tabular-nums",
  cell: ({ views }) => views,
});

const pageColumns = (): Column<Count & { path: string }>[] => [
  { id: "path", heading: say("views.column.page"), isName: true, cell: ({ path }) => path },
  countColumn(),
];

const dayColumns = (): Column<Count & { day: string }>[] => [
  {
    id: "day",
    heading: say("views.column.day"),
    isName: true,
    cell: ({ day }) => dateLong(day as Day),
  },
  countColumn(),
];
