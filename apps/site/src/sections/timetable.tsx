import { dayLong, localDate } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { byDay } from "../features/by-day.ts";
import { TimetableRow } from "../features/timetable-row.tsx";
import { TextLink } from "../ui/buttons.tsx";
import { Headed } from "./headed.tsx";
import type { SectionOf } from "./read.ts";

/** The next sessions of one service, each with the way to book it. */
export function Timetable({ section }: { section: SectionOf<"timetable"> }) {
  const { rows, href, service } = section;
  return (
    <Headed section={section} hues={["pink", "orange"]}>
      <div className="grid content-start gap-6">
        {rows.length === 0 && <p>{say("section.timetable.none")}</p>}
        {byDay(rows, localDate).map(({ day, rows: own }) => (
          <section key={day} aria-label={dayLong(day)}>
            <h3 className="day-heading first-letter:uppercase">{dayLong(day)}</h3>
            <ul className="rows">
              {own.map((row) => (
                <TimetableRow key={row.id} row={row} />
              ))}
            </ul>
          </section>
        ))}
        {service && (
          <p>
            <TextLink onwards href={href}>
              {say("section.timetable.all")}
            </TextLink>
          </p>
        )}
      </div>
    </Headed>
  );
}
