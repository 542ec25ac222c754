import { SectionHead } from "@uola/ui/section-head.tsx";
import type { ReactNode } from "react";

type HeadedSectionProps = { section: { id: string; heading: string; text?: string }; hues?: Hues; children: ReactNode };
type Hues = Parameters<typeof SectionHead>[0]["hues"];

/** A section with its heading next to it; without a heading it is as wide as the page. */
export function HeadedSection({ section: { id, heading, text }, hues, children }: HeadedSectionProps) {
  if (!heading) return <section className="page section">{children}</section>;
  return (
    <section className="page section columns" aria-labelledby={`section-${id}`}>
      <SectionHead id={`section-${id}`} hues={hues} title={heading}>
        {text && <p className="text-muted">{text}</p>}
      </SectionHead>
      {children}
    </section>
  );
}
