import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Overview, ReportPeriod } from "@uola/contract";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { useClock } from "@uola/ui/kit/use-clock.ts";
import { say } from "@uola/words/admin";
import { capitalized, dayLong, price, time } from "@uola/words/formats";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { change, shareOf } from "./chart-data.ts";
import { Income } from "./income.tsx";
import { OccupancyWall } from "./occupancy-wall.tsx";
import { Decisions, Forecast, NewPeople, Unpaid, WaitingLists } from "./side.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("overview.heading"), hidden: true });

const periods = ["WEEK", "MONTH", "SEASON"] as const satisfies readonly ReportPeriod[];

export default function OverviewPage({ search }: PageProps) {
  return (
    <AdminFrame here="/admin/overview/">
      <Shown period={periods.find((period) => period === search.get("period")) ?? "MONTH"} />
    </AdminFrame>
  );
}

/** The state of the gym in one sentence, supported by charts. */
function Shown({ period }: { period: ReportPeriod }) {
  const now = useClock();
  const reading = usePlatformQuery(
    ["reports", "overview", period],
    async ({ reports }) => (await reports.overview({ period })).overview,
    { keeps: true, everyMs: 60_000 },
  );
  return (
    <AdminPage
      title={say("overview.heading")}
      about={`${capitalized(dayLong(now))}, ${time(now)}`}
      beside={
        <RadioGroup
          legend={say("overview.period")}
          name="period"
          value={period}
          onChange={(to) => go(linkTo(`/admin/overview/?period=${to}`), { replace: true })}
          choices={periods.map((value) => ({ value, label: say("overview.period.name", { period: value }) }))}
        />
      }
    >
      <Loaded reading={reading} failed={say("overview.failed")}>
        {(seen) => (
          <>
            <Sentence seen={seen} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-9 min-[1180px]:grid-cols-[minmax(0,1fr)_320px] min-[1180px]:grid-rows-[auto_1fr]">
              <Decisions seen={seen} className="min-[1180px]:col-start-2 min-[1180px]:row-start-1" />
              <div className="min-[1180px]:col-start-1 min-[1180px]:row-span-2 min-[1180px]:row-start-1">
                {seen.income && <Income income={seen.income} seen={seen} />}
                <OccupancyWall seen={seen} />
                <WaitingLists seen={seen} />
              </div>
              <div className="min-[1180px]:col-start-2">
                <Unpaid seen={seen} />
                {seen.forecast && <Forecast forecast={seen.forecast} />}
                <NewPeople seen={seen} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

function Sentence({ seen: { period, income, occupancy, unpaid, decisions } }: { seen: Overview }) {
  const grown = income ? change(income.gross, income.before) : undefined;
  const parts = [
    income && say("overview.say.income", { period: period.kind, amount: price(income.gross) }),
    grown !== undefined &&
      say("overview.say.change", {
        period: period.kind,
        way: grown > 0 ? "more" : grown < 0 ? "less" : "same",
        percent: Math.abs(grown),
      }),
    occupancy.places > 0 && say("overview.say.occupancy", { percent: Math.round(shareOf(occupancy) * 100) }),
    unpaid.orders > 0 && say("overview.say.unpaid", { amount: price(unpaid.amount) }),
    say("overview.say.decisions", { count: decisions.length }),
  ];
  return <p className="mb-2 max-w-[76ch] text-[21px] leading-[30px] font-medium">{parts.filter(Boolean).join(" ")}</p>;
}
