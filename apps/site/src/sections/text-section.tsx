import { HeadedSection } from "./headed-section.tsx";
import type { SectionOf } from "./read.ts";

export function TextSection({ section }: { section: SectionOf<"text"> }) {
  const { id, heading, text } = section;
  return (
    <HeadedSection section={{ id, heading }} hues={["sky", "orange"]}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
      <div className="rich max-w-[720px]" dangerouslySetInnerHTML={{ __html: text }} />
    </HeadedSection>
  );
}
