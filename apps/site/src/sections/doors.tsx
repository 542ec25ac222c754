import { type Category, categories, signs } from "@uola/art";
import { TextLink } from "../ui/buttons.tsx";
import { Headline } from "../ui/headline.tsx";
import { Ornament } from "../ui/ornament.tsx";
import type { SectionOf } from "./read.ts";

const order: readonly Category[] = ["firstTime", "children", "trainings", "ropes", ...categories.slice(4)];

/** Ways on, each a field of colour with a hold cropped by its edge. */
export function Doors({ section: { doors } }: { section: SectionOf<"doors"> }) {
  const inThrees = doors.length % 3 === 0;
  return (
    <div className={`category-cards ${inThrees ? "" : "lg:grid-cols-2"}`}>
      {doors.map(({ id, heading, text, button, link }, place) => {
        const { hue, shape } = signs[order[place % order.length] as Category];
        return (
          <section key={id} className={`category-card ${hue}`}>
            <Headline size="card">{heading}</Headline>
            {text && <p>{text}</p>}
            {link && (
              <TextLink onwards href={link} about={button ? undefined : heading}>
                {button || heading}
              </TextLink>
            )}
            {/* In half of a wide screen the hold would grow into the words. */}
            <Ornament shape={shape} className={inThrees ? "" : "lg:max-w-[400px]"} />
          </section>
        );
      })}
    </div>
  );
}
