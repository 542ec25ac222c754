import type { ReactNode } from "react";
import { Headline } from "../ui/headline.tsx";

type HeadedProps = { section: { id: string; heading: string; text?: string }; hues?: Hues; children: ReactNode };
type Hues = Parameters<typeof Headline>[0]["hues"];

/** A section with its heading beside it; without one it is as wide as the page. */
export function Headed({ section: { id, heading, text }, hues, children }: HeadedProps) {
  if (!heading) return <section className="page section">{children}</section>;
  return (
    <section className="page section columns" aria-labelledby={`section-${id}`}>
      <div className="grid content-start gap-4">
        <Headline id={`section-${id}`} hues={hues}>
          {heading}
        </Headline>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
