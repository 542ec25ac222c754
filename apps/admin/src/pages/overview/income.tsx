import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { useHasPower } from "@uola/browser/session/session.tsx";
import type { Overview } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import { Bars, Chart } from "@uola/ui/kit/chart.tsx";
import type { Column } from "@uola/ui/kit/data-table.tsx";
import { CategoryIcon } from "@uola/ui/ornament.tsx";
import { say } from "@uola/words/admin";
import { dayRange, dayShort, money, price } from "@uola/words/formats";
import { useMemo } from "react";
import { type IncomeBar, incomeBars } from "./chart-data.ts";

type Props = { income: NonNullable<Overview["income"]>; seen: Overview };

/** The income so far, as one bar per day and broken down by kind. */
export function Income({ income, seen: { period, compared } }: Props) {
  const bars = useMemo(() => incomeBars(period, income.days), [period, income.days]);
  const columns = useMemo(columnsOf, []);
  const reads = useHasPower("keepsBooks");
  return (
    <section>
      <Chart title={say("overview.income")} items={bars} idOf={({ day }) => day} columns={columns}>
        {(bars) => (
          <div>
            <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-1">
              <p className="price text-[56px] leading-none">{price(income.gross)}</p>
              <p className="text-muted">
                {say("overview.days", { days: dayRange(period.from, period.today) })}
                {income.before !== 0 && (
                  <span className="block">
                    {say("overview.before", {
                      amount: money(income.before),
                      from: dayShort(compared.from),
                      to: dayShort(compared.to),
                      year: compared.from.slice(0, 4),
                    })}
                  </span>
                )}
              </p>
              {reads && (
                <TextLink alone className="ml-auto" href={linkTo("/admin/reports/")}>
                  {say("reports.heading")}
                </TextLink>
              )}
            </div>
            <Bars
              items={bars}
              idOf={({ day }) => day}
              amountOf={({ gross }) => Math.max(gross, 0)}
              labelOf={(bar) => labelOf(bar, bars)}
              isNow={({ isNow }) => isNow}
            />
          </div>
        )}
      </Chart>
      <Parts parts={income.parts} />
    </section>
  );
}

/** Labels only some bars, so that the labels do not touch on a phone. */
function labelOf({ day, isNow }: IncomeBar, bars: readonly IncomeBar[]): string {
  const at = bars.findIndex((bar) => bar.day === day);
  const every = bars.length > 9 ? 4 : 1;
  const name = bars.length === 13 || bars.length === 14 ? day.slice(5) : String(Number(day.slice(8)));
  return isNow || at % every === 0 ? name : "";
}

/** Shows a strip of tape for each kind of income, its length proportional to its share. */
function Parts({ parts }: { parts: Props["income"]["parts"] }) {
  const shown = parts.filter(({ gross }) => gross > 0);
  // If no kinds are known, there would be a single strip for the remainder, which carries no
  // information.
  if (shown.every(({ kind }) => !kind)) return null;
  return (
    <div className="mt-4">
      <div aria-hidden="true" className="flex h-[26px] gap-[3px]">
        {shown.map(({ kind, gross }) => (
          <i
            key={kind ?? "rest"}
            className={`min-w-[12px] bg-(--face) [clip-path:var(--torn-2)] ${kind && kind !== "other" ? signs[categoryOf(kind)].hue : "[--face:var(--muted)]"}`}
            style={{ flexGrow: gross, flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {parts.map(({ kind, gross }) => (
          <li key={kind ?? "rest"} className="flex items-center gap-2">
            {kind && kind !== "other" && <CategoryIcon category={categoryOf(kind)} />}
            <b>{kind ? say("categories.kind", { kind }) : say("overview.income.rest")}</b> {money(gross)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const columnsOf = (): Column<IncomeBar>[] => [
  { id: "day", heading: say("reports.first.INCOME_BY_DAY"), isName: true, cell: ({ day }) => dayShort(day) },
  {
    id: "gross",
    heading: say("reports.column.gross"),
    phone: "beside",
    className: "tabular-nums",
    cell: ({ gross }) => money(gross),
  },
];
