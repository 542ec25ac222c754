import { dateLong } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { PrimaryLink } from "../ui/buttons.tsx";
import { Headline } from "../ui/headline.tsx";
import type { SectionOf } from "./read.ts";

/** An application while it is open; before and after, when it opens and that it is over. */
export function Apply({ section }: { section: SectionOf<"apply"> }) {
  const { id, heading, text, button, print, opening } = section;
  return (
    <section className="pink on-hue page section bg-pink text-ink" aria-labelledby={`section-${id}`}>
      <div className="grid max-w-[960px] gap-4">
        <Headline id={`section-${id}`} hues={["yellow", "orange"]}>
          {heading}
        </Headline>
        {text && <p className="lead max-w-[720px]">{text}</p>}
        {opening && (
          <div>
            <p className="small font-bold">{say(`section.apply.${opening.state}`)}</p>
            {opening.day && (
              <p className="display figure text-[clamp(56px,9vw,120px)]/[1.02]">
                <time dateTime={opening.day}>{dateLong(opening.day)}</time>
              </p>
            )}
          </div>
        )}
        {opening?.state === "open" && (
          <p className="mt-2">
            <PrimaryLink icon="right" href={opening.href}>
              {button || say("section.apply.do")}
            </PrimaryLink>
          </p>
        )}
        {print && <p className="small">{print}</p>}
      </div>
    </section>
  );
}
