import { TextLink } from "@uola/ui/buttons.tsx";
import { CutPaper } from "./cut-paper.tsx";
import { HeadedSection } from "./headed-section.tsx";
import { Photo } from "./photo.tsx";
import type { SectionOf } from "./read.ts";

/** A list of cards with a picture each; a paper-cut illustration replaces a missing picture. */
export function Cards({ section }: { section: SectionOf<"cards"> }) {
  return (
    <HeadedSection section={section} hues={["pink", "sky", "green"]}>
      <ul className="grid gap-x-8 gap-y-10 md:grid-cols-2">
        {section.cards.map(({ id, heading, text, picture, button, link }, place) => (
          <li key={id} className="grid content-start gap-3">
            {picture ? (
              <Photo picture={picture} sizes="(min-width: 64rem) 420px, 100vw" className="aspect-[4/3] object-cover" />
            ) : (
              <CutPaper place={place} />
            )}
            <h3 className="title">{heading}</h3>
            {text && <p>{text}</p>}
            {link && (
              <p>
                <TextLink onwards href={link} about={button ? heading : undefined}>
                  {button || heading}
                </TextLink>
              </p>
            )}
          </li>
        ))}
      </ul>
    </HeadedSection>
  );
}
