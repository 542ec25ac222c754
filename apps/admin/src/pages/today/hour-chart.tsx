import { Bars, Chart } from "@uola/ui/kit/chart.tsx";
import type { Column } from "@uola/ui/kit/data-table.tsx";
import { say } from "@uola/words/admin";
import { localParts } from "@uola/words/formats";

type Hour = { hour: number; people: number; places: number };
type HourChartProps = { hours: readonly Hour[]; now: Date | undefined };

/** The occupancy of the day: one bar per hour, showing the booked places out of all places. */
export function HourChart({ hours, now }: HourChartProps) {
  if (hours.length === 0) return null;
  return (
    <Chart title={say("chart.heading")} items={hours} idOf={idOf} columns={columns()}>
      {(hours) => (
        <Bars
          items={hours}
          idOf={idOf}
          amountOf={({ people }) => people}
          mostOf={({ places }) => places}
          labelOf={idOf}
          isNow={({ hour }) => now !== undefined && localParts(now).hour === hour}
        />
      )}
    </Chart>
  );
}

const idOf = ({ hour }: Hour) => String(hour);

const columns = (): Column<Hour>[] => [
  { id: "hour", heading: say("chart.hour"), isName: true, cell: ({ hour }) => `${hour}:00` },
  { id: "people", heading: say("session.participants"), cell: ({ people }) => people },
  { id: "places", heading: say("column.places"), cell: ({ places }) => places },
];
