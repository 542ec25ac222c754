import { type Category, categories, signs } from "@uola/art";
import { required } from "@uola/contract/required";
import { TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import type { SectionOf } from "./read.ts";

const order: readonly Category[] = ["firstTime", "children", "trainings", "ropes", ...categories.slice(4)];

/**
 * The stylesheet shows three columns by default; two or four cards are shown in two columns, and a
 * single card takes the full width.
 */
const columnsOf = (doors: number): string => {
  if (doors === 1) return "lg:grid-cols-1";
  return doors % 3 === 0 ? "" : "lg:grid-cols-2";
};

/** Link cards, each a coloured field with a hold cropped at its edge. */
export function Doors({ section: { doors } }: { section: SectionOf<"doors"> }) {
  const inThrees = doors.length % 3 === 0;
  return (
    <div className={`category-cards ${columnsOf(doors.length)}`}>
      {doors.map(({ id, heading, text, button, link }, place) => {
        const { hue, shape } = signs[required(order[place % order.length], "category")];
        return (
          <section
            key={id}
            className={`category-card ${hue} ${doors.length === 1 ? "lg:!min-h-[360px] lg:[&>.link]:!mb-0" : ""}`}
          >
            <Headline size="card">{heading}</Headline>
            {text && <p>{text}</p>}
            {link && (
              <TextLink onwards href={link} about={button ? undefined : heading}>
                {button || heading}
              </TextLink>
            )}
            {/* In a column half as wide as the screen, the hold would overlap the text. */}
            <Ornament shape={shape} className={inThrees ? "" : "lg:max-w-[400px]"} />
          </section>
        );
      })}
    </div>
  );
}
