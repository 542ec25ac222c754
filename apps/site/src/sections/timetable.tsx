import { TextLink } from "@uola/ui/buttons.tsx";
import { capitalized, dayLong } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { DayList } from "../features/day-list.tsx";
import { HeadedSection } from "./headed-section.tsx";
import type { SectionOf } from "./read.ts";

/** The next sessions of one service, each with a booking link. */
export function Timetable({ section }: { section: SectionOf<"timetable"> }) {
  const { rows, href, service } = section;
  return (
    <HeadedSection section={section} hues={["pink", "orange"]}>
      <div className="grid content-start gap-6">
        {rows.length === 0 && <p>{say("section.timetable.none")}</p>}
        <DayList rows={rows} dayName={(day) => capitalized(dayLong(day))} />
        {service && (
          <p>
            <TextLink onwards href={href}>
              {say("section.timetable.all")}
            </TextLink>
          </p>
        )}
      </div>
    </HeadedSection>
  );
}
