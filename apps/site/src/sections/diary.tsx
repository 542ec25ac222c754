import type { Shape } from "@uola/art";
import { required } from "@uola/contract/required";
import { Ornament } from "@uola/ui/ornament.tsx";
import { dayLong } from "@uola/words/formats";
import { HeadedSection } from "./headed-section.tsx";
import type { SectionOf } from "./read.ts";

const knots = [
  { shape: "sloper", hue: "orange" },
  { shape: "edge", hue: "sky" },
  { shape: "jug", hue: "green" },
  { shape: "flower", hue: "yellow" },
  { shape: "pocket", hue: "pink" },
] as const satisfies { shape: Shape; hue: string }[];

/** A list of days along a rope, with a hold for each. */
export function Diary({ section }: { section: SectionOf<"diary"> }) {
  return (
    <HeadedSection section={section} hues={["orange"]}>
      <ol className="relative before:absolute before:inset-y-0 before:left-[18px] before:w-[12px] before:bg-[repeating-linear-gradient(160deg,var(--color-orange)_0_5px,var(--text)_5px_11px)] before:content-['']">
        {section.days.map(({ id, day, heading, text }, place) => {
          const { shape, hue } = required(knots[place % knots.length], "knot");
          return (
            <li
              key={id}
              className="relative grid grid-cols-[48px_56px_minmax(0,1fr)] items-start gap-x-3 py-4 md:grid-cols-[48px_56px_minmax(0,160px)_minmax(0,1fr)]"
            >
              <Ornament shape={shape} hue={hue} className="w-[48px]" />
              <span className="time" aria-hidden="true">
                {place + 1}
              </span>
              {day && (
                <p className="small pt-1 text-muted">
                  <time dateTime={day}>{dayLong(day)}</time>
                </p>
              )}
              <div className="col-start-3 md:col-start-4">
                <h3 className="title">{heading}</h3>
                {text && <p className="max-w-[60ch]">{text}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </HeadedSection>
  );
}
