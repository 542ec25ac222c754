import { HeadedSection } from "./headed-section.tsx";
import type { SectionOf } from "./read.ts";

/** A list of steps in order. */
export function Steps({ section }: { section: SectionOf<"steps"> }) {
  return (
    <HeadedSection section={section} hues={["green", "pink", "yellow"]}>
      <ol className="rule">
        {section.steps.map(({ id, heading, text }, place) => (
          <li key={id} className="grid grid-cols-[48px_1fr] gap-x-4 border-b border-rule py-4">
            <span className="time" aria-hidden="true">
              {place + 1}
            </span>
            <div>
              <h3 className="title">{heading}</h3>
              {text && <p className="max-w-[68ch]">{text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </HeadedSection>
  );
}
