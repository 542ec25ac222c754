import { say } from "@uola/words/admin";
import { localParts } from "@uola/words/formats";
import type { CSSProperties } from "react";

/** How full the day is: a bar an hour, what was booked within the places there are. */
export function HourChart({
  hours,
  now,
}: {
  hours: readonly { hour: number; people: number; places: number }[];
  now: Date | undefined;
}) {
  if (hours.length === 0) return null;
  const most = Math.max(...hours.map(({ places }) => places), 1);
  const share = (count: number) => ({ "--share": count / most }) as CSSProperties;
  return (
    <section>
      <h2 className="day-heading">{say("chart.heading")}</h2>
      <ol className="hour-chart">
        {hours.map(({ hour, people, places }) => (
          <li key={hour} className={now && localParts(now).hour === hour ? "now" : ""}>
            <span className="visually-hidden">{say("chart.hour", { hour, people, places })}</span>
            <span aria-hidden="true" className="all" style={share(places)} />
            <span aria-hidden="true" className="booked" style={share(people)} />
            <b aria-hidden="true">{hour % 2 === 0 || hours.length < 10 ? hour : ""}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
