import { TextLink } from "@uola/ui/buttons.tsx";
import { HeadedSection } from "./headed-section.tsx";
import type { SectionOf } from "./read.ts";

/** Documents to download. Renders nothing if there are none. */
export function Files({ section }: { section: SectionOf<"files"> }) {
  if (section.files.length === 0) return null;
  return (
    <HeadedSection section={section} hues={["sky", "green"]}>
      <ul className="rule">
        {section.files.map(({ id, name, href, type }) => (
          <li key={id} className="border-b border-rule py-3">
            <TextLink alone href={href}>
              {name}
            </TextLink>
            {type && <p className="small text-muted">{type}</p>}
          </li>
        ))}
      </ul>
    </HeadedSection>
  );
}
