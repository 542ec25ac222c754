import type { ComponentProps, ReactNode } from "react";
import { Headline } from "./headline.tsx";

type SectionHeadProps = Pick<ComponentProps<typeof Headline>, "id" | "hues"> & { title: string; children?: ReactNode };

/** What a section is called, and what belongs to its name: its introduction, the way to all of it. */
export const SectionHead = ({ title, children, ...headline }: SectionHeadProps) => (
  <div className="grid content-start gap-4">
    <Headline {...headline}>{title}</Headline>
    {children}
  </div>
);
