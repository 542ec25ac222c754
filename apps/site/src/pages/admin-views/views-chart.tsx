import { say } from "@uola/words/admin";
import { dayShort } from "@uola/words/formats";
import { barsOf, topOf, type ViewsOfDay } from "./days.ts";

const height = 160;
const step = 10;
const gap = 2;

/** A bar for each day, or week of a year. The numbers stand in the table beside it, so it says what it is and no more. */
export function ViewsChart({ days }: { days: readonly ViewsOfDay[] }) {
  const bars = barsOf(days);
  const top = topOf(Math.max(...bars.map(({ views }) => views)));
  const width = bars.length * step;
  const [first, last] = [bars[0], days.at(-1)];
  return (
    <figure className="max-w-[960px]">
      <div className="flex gap-3">
        <div aria-hidden="true" className="grid content-between justify-items-end small text-muted tabular-nums">
          <span>{top}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={say(bars.length < days.length ? "views.chart.weeks" : "views.chart")}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-[160px] w-full border-y border-rule"
        >
          {bars.map(({ day, views }, at) => {
            const tall = (views / top) * height;
            return (
              <rect
                key={day}
                x={at * step + gap / 2}
                y={height - tall}
                width={step - gap}
                height={tall}
                className="fill-sky"
              />
            );
          })}
        </svg>
      </div>
      <div aria-hidden="true" className="flex justify-between small text-muted mt-1">
        <span>{first && dayShort(first.day)}</span>
        <span>{last && dayShort(last.day)}</span>
      </div>
    </figure>
  );
}
