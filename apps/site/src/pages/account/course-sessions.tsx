import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { dayMs } from "@uola/contract/durations";
import { dayLong, timeRange } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import type { OwnBooking } from "./own-booking.ts";

/** The longest range the timetable API allows. */
const stretchMs = 60 * dayMs;

/** The dates of a course, loaded on demand. Past dates are struck through and labelled as past. */
export function CourseSessions({ mine }: { mine: OwnBooking }) {
  const [open, setOpen] = useState(false);
  const { data, isError } = usePlatformQuery(
    ["course", mine.serviceId, mine.start.getTime()],
    async ({ availability }) => {
      const parts = Math.ceil((mine.end.getTime() - mine.start.getTime() + dayMs) / stretchMs);
      const answers = await Promise.all(
        Array.from({ length: Math.min(parts, 7) }, (_, part) => {
          const from = new Date(mine.start.getTime() + part * stretchMs);
          return availability.sessions({
            from,
            to: new Date(from.getTime() + stretchMs),
            serviceIds: [mine.serviceId],
          });
        }),
      );
      return answers.flatMap(({ sessions }) => sessions).filter(({ scheduleId }) => scheduleId === mine.scheduleId);
    },
    { enabled: open },
  );
  const now = new Date();
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link alone">{say("booking.course.dates")}</summary>
      {open && !data && <p>{say(isError ? "account.course.failed" : "state.loading")}</p>}
      <ol className="rule">
        {data?.map(({ id, startDate, endDate, status }) => {
          const canceled = status === "CANCELLED";
          const over = endDate <= now;
          return (
            <li
              key={id}
              className={`flex flex-wrap justify-between gap-x-6 border-b border-rule py-2 ${over ? "text-muted" : ""}`}
            >
              <span className="first-letter:uppercase">{dayLong(startDate)}</span>
              <span>
                {canceled ? <s>{timeRange(startDate, endDate)}</s> : timeRange(startDate, endDate)}
                {(canceled || over) && ` · ${say(canceled ? "schedule.canceled" : "account.course.over")}`}
              </span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
