import type { ComponentProps, ReactNode } from "react";
import { Headline } from "./headline.tsx";

type SectionHeadProps = Pick<ComponentProps<typeof Headline>, "id" | "hues"> & { title: string; children?: ReactNode };

/** The heading of a section and its related content: an introduction, a link to the full list. */
export const SectionHead = ({ title, children, ...headline }: SectionHeadProps) => (
  <div className="grid content-start gap-4">
    <Headline {...headline}>{title}</Headline>
    {children}
  </div>
);
