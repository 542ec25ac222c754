import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Head } from "@uola/page-loader/page.ts";
import { useRoute } from "@uola/page-loader/tree.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { Bars, Chart } from "@uola/ui/kit/chart.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { say } from "@uola/words/admin";
import { addDays, dateLong, localDate } from "@uola/words/formats";
import { useMemo, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { barsOf, everyDay, type ViewsOfDay } from "./days.ts";
import { MeasuringSettings } from "./measuring-settings.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("views.heading"), hidden: true });

export default function Views() {
  return (
    <AdminFrame here="/admin/views/">
      <All />
    </AdminFrame>
  );
}

const shortest = 28;
const spans = [91, 365];

/** Page views, and the settings of other measurements. */
function All() {
  const today = localDate(useRoute().now);
  const [span, setSpan] = useState(shortest);
  const from = addDays(today, 1 - span);
  const reading = usePlatformQuery(["measuring", "views", from, today], ({ measuring }) =>
    measuring.views({ from, to: today }),
  );
  const days = useMemo(() => reading.data && everyDay(from, today, reading.data.days), [reading.data, from, today]);
  const bars = useMemo(() => days && barsOf(days), [days]);
  const total = days?.reduce((sum, { views }) => sum + views, 0) ?? 0;
  return (
    <AdminPage
      title={say("views.heading")}
      beside={
        <FilterSelect
          label={say("views.span", { count: shortest })}
          value={span === shortest ? "" : String(span)}
          onChange={({ target }) => setSpan(Number(target.value) || shortest)}
          options={spans.map((value) => ({ value: String(value), label: say("views.span", { count: value }) }))}
        />
      }
    >
      <p className="my-4 max-w-[68ch]">{say("views.lead")}</p>
      <p className="mb-3" role="status">
        {days && say("views.total", { count: total })}
      </p>
      <div className="grid gap-x-12 lg:grid-cols-2">
        <Chart
          title={say(bars && bars.length < span ? "views.byWeek" : "views.byDay")}
          items={bars}
          idOf={dayOf}
          columns={useMemo(dayColumns, [])}
          reading={reading}
        >
          {(bars) => (
            <Bars
              items={bars}
              idOf={dayOf}
              amountOf={({ views }) => views}
              labelOf={(bar) => (bars.indexOf(bar) % labelEvery(bars.length) === 0 ? bar.day.slice(5) : "")}
            />
          )}
        </Chart>
        <section className="mt-9">
          <h2 className="title border-text border-b-[3px] pb-[6px]">{say("views.byPage")}</h2>
          <DataTable
            caption={say("views.byPage")}
            columns={useMemo(pageColumns, [])}
            items={reading.data?.pages}
            idOf={({ path }) => path}
            empty={say("views.none")}
          />
        </section>
      </div>
      <MeasuringSettings from={from} to={today} />
    </AdminPage>
  );
}

const dayOf = ({ day }: ViewsOfDay) => day;
/**
 * Returns the interval between labels, so that labels do not touch on a phone. The number is even,
 * because in a chart with many bars only every second bar can have a label.
 */
const labelEvery = (bars: number) => 2 * Math.ceil(bars / 8);

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

const dayColumns = (): Column<ViewsOfDay>[] => [
  {
    id: "day",
    heading: say("views.column.day"),
    isName: true,
    cell: ({ day }) => dateLong(day),
  },
  countColumn(),
];
