import type { Overview } from "@uola/contract";
import { Chart } from "@uola/ui/kit/chart.tsx";
import type { Column } from "@uola/ui/kit/data-table.tsx";
import { useClock } from "@uola/ui/kit/use-clock.ts";
import { say } from "@uola/words/admin";
import { addDays, capitalized, localParts, onWeekdays, weekday, weekdayShort } from "@uola/words/formats";
import { language } from "@uola/words/language";
import { useMemo } from "react";
import { extremes, shareOf } from "./chart-data.ts";

type Hour = Overview["occupancy"]["hours"][number];
const pitch = 34;
const left = 40;
const above = 28;
/** 1 January 2024 was a Monday. */
const dayOf = (weekday: number) => addDays("2023-12-31", weekday);
const percent = (hour: Hour) => `${Math.round(shareOf(hour) * 100)} %`;

/** Shows a pebble for each hour of the week; a larger pebble means a fuller hour. */
export function OccupancyWall({ seen: { occupancy, period } }: { seen: Overview }) {
  const now = useClock();
  const { hour } = localParts(now);
  const todayIs = ((new Date(`${period.today}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  const columns = useMemo(columnsOf, []);
  const most = extremes(occupancy.hours);
  const named = ({ weekday, hour, ...rest }: Hour) =>
    say("overview.hour", {
      days: language() === "lt" ? onWeekdays(weekday).toLowerCase() : onWeekdays(weekday),
      hour,
      next: hour + 1,
      share: percent({ weekday, hour, ...rest }),
    });
  return (
    <Chart
      title={say("overview.occupancy", { period: period.kind })}
      items={occupancy.hours}
      idOf={({ weekday, hour }) => `${weekday} ${hour}`}
      columns={columns}
      empty={say("overview.occupancy.none")}
    >
      {(hours) => (
        <div>
          <Wall hours={hours} now={{ weekday: todayIs, hour }} isWeek={period.kind === "WEEK"} />
          {most && (
            <p className="mt-3">
              {say("overview.extremes", { fullest: named(most.fullest), emptiest: named(most.emptiest) })}
            </p>
          )}
        </div>
      )}
    </Chart>
  );
}

type WallProps = { hours: readonly Hour[]; now: { weekday: number; hour: number }; isWeek: boolean };

function Wall({ hours, now, isWeek }: WallProps) {
  const first = Math.min(...hours.map(({ hour }) => hour));
  const last = Math.max(...hours.map(({ hour }) => hour));
  const hoursShown = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const width = left + hoursShown.length * pitch;
  const x = (hour: number) => left + (hour - first + 0.5) * pitch;
  const y = (day: number) => above + (day - 0.5) * pitch;
  const isAhead = ({ weekday, hour }: Hour) =>
    isWeek && (weekday > now.weekday || (weekday === now.weekday && hour > now.hour));
  const isNow = ({ weekday, hour }: Hour) => weekday === now.weekday && hour === now.hour;
  return (
    <svg className="block w-full max-w-[760px]" viewBox={`0 0 ${width} ${above + 7 * pitch}`} aria-hidden="true">
      {hoursShown.map((hour) => (
        <text key={hour} x={x(hour)} y={16} textAnchor="middle" className="fill-muted text-[13px]">
          {hour}
        </text>
      ))}
      {[1, 2, 3, 4, 5, 6, 7].map((day) => (
        <text
          key={day}
          x={0}
          y={y(day) + 5}
          className={`text-[14px] ${day === now.weekday ? "fill-current font-bold" : "fill-muted"}`}
        >
          {capitalized(weekdayShort(dayOf(day)))}
        </text>
      ))}
      {hours.map((one) => {
        const size = 3 + shareOf(one) * 12;
        return (
          <g
            key={`${one.weekday} ${one.hour}`}
            transform={`translate(${x(one.hour)} ${y(one.weekday)}) rotate(${tilt(one)})`}
          >
            {isNow(one) && (
              <ellipse rx={size + 4} ry={size * 0.84 + 4} className="fill-none stroke-current stroke-[2]" />
            )}
            <ellipse
              rx={size}
              ry={size * 0.84}
              className={isNow(one) ? "fill-orange" : isAhead(one) ? "fill-bar opacity-40" : "fill-bar"}
            />
          </g>
        );
      })}
    </svg>
  );
}

/** Rotates neighbouring pebbles by different angles. */
const tilt = ({ weekday, hour }: Hour) => ((weekday * 53 + hour * 37) % 70) - 35;

const columnsOf = (): Column<Hour>[] => [
  {
    id: "day",
    heading: say("overview.column.day"),
    isName: true,
    cell: ({ weekday: day, hour }) => `${capitalized(weekday(dayOf(day)))}, ${hour}:00`,
  },
  { id: "taken", heading: say("reports.column.taken"), cell: ({ taken }) => taken },
  { id: "places", heading: say("reports.column.places"), cell: ({ places }) => places },
  { id: "share", heading: say("reports.column.share"), phone: "beside", cell: percent },
];
