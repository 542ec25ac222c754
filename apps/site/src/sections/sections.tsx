import type { ReactNode } from "react";
import { People } from "../features/people.tsx";
import { Questions } from "../features/questions.tsx";
import { Apply } from "./apply.tsx";
import { Cards } from "./cards.tsx";
import { Diary } from "./diary.tsx";
import { Doors } from "./doors.tsx";
import { Figures } from "./figures.tsx";
import { Files } from "./files.tsx";
import { FunderBlock } from "./funder-block.tsx";
import { Gallery } from "./gallery.tsx";
import { HeroSection } from "./hero-section.tsx";
import type { Section } from "./read.ts";
import { Steps } from "./steps.tsx";
import { TextSection } from "./text-section.tsx";
import { Timetable } from "./timetable.tsx";

/** The sections of a page in order. A hero in first position carries the page's h1. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return sections.map((section, place) => <One key={section.id} section={section} isFirst={place === 0} />);
}

function One({ section, isFirst }: { section: Section; isFirst: boolean }): ReactNode {
  switch (section.kind) {
    case "hero":
      return <HeroSection section={section} level={isFirst ? 1 : 2} />;
    case "text":
      return <TextSection section={section} />;
    case "figures":
      return <Figures section={section} />;
    case "doors":
      return <Doors section={section} />;
    case "steps":
      return <Steps section={section} />;
    case "cards":
      return <Cards section={section} />;
    case "diary":
      return <Diary section={section} />;
    case "gallery":
      return <Gallery section={section} />;
    case "timetable":
      return <Timetable section={section} />;
    case "apply":
      return <Apply section={section} />;
    case "people":
      return <People people={section.people} heading={section.heading} id={`section-${section.id}`} />;
    case "questions":
      return <Questions questions={section.questions} heading={section.heading} id={`section-${section.id}`} />;
    case "files":
      return <Files section={section} />;
    case "funder":
      return section.funder && <FunderBlock funder={section.funder} whole />;
  }
}
