import { PrimaryLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Photo } from "./photo.tsx";
import type { SectionOf } from "./read.ts";

/**
 * The hero section of a page or of a part of it, with its topic and main action. A photograph is
 * placed next to the text.
 */
export function HeroSection({ section, level }: { section: SectionOf<"hero">; level: 1 | 2 }) {
  const { heading, text, button, link, picture } = section;
  const words = (
    <>
      {text && <p className={`lead mt-6 ${level === 1 ? "" : "max-w-[640px]"}`}>{text}</p>}
      {button && link && (
        <p className="mt-8">
          <PrimaryLink icon="right" href={link}>
            {button}
          </PrimaryLink>
        </p>
      )}
    </>
  );
  if (level === 1) {
    return (
      <>
        <PageHeader
          title={heading}
          art={picture ? undefined : { shape: "jug", hue: "pink" }}
          hues={["orange", "green", "yellow", "sky"]}
        >
          {words}
        </PageHeader>
        {picture && (
          <div className="page pt-12">
            <Photo picture={picture} sizes="(min-width: 64rem) 1344px, 100vw" eager />
          </div>
        )}
      </>
    );
  }
  return (
    <section className="on-ink contoured page section" aria-labelledby={`section-${section.id}`}>
      <div className="grid items-center gap-10 lg:grid-cols-2">
        <div>
          <Headline id={`section-${section.id}`}>{heading}</Headline>
          {words}
        </div>
        {picture && <Photo picture={picture} sizes="(min-width: 64rem) 640px, 100vw" />}
      </div>
    </section>
  );
}
