import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Sections } from "../../sections/sections.tsx";
import type { OwnPageData } from "./own-page.data.ts";

export const head = ({ data: { title, description } }: PageProps<OwnPageData>): Head => ({
  title,
  ...(description && { description }),
});

/** A page built by the owner. A hero section at the beginning serves as the page's heading. */
export default function OwnPage({ data: { title, description, sections } }: PageProps<OwnPageData>) {
  return (
    <main id="content">
      {sections[0]?.kind !== "hero" && (
        <PageHeader title={title} art={{ shape: "sloper", hue: "orange" }}>
          {description && <p className="lead mt-6">{description}</p>}
        </PageHeader>
      )}
      <Sections sections={sections} />
    </main>
  );
}
