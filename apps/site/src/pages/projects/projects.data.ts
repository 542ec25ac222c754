import { linkTo } from "@uola/page-loader/locale.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { localDate } from "@uola/words/formats";
import { itemsOf, readContent, type Texts, textOf, textsIn, textsOf } from "../../content/read.ts";
import { type Funder, funderOf, projectsIn } from "../../sections/funder.ts";
import { page } from "./projects.content.ts";

export type ProjectsData = {
  texts: Texts<typeof page>;
  projects: {
    id: string;
    title: string;
    summary: string;
    year: string;
    state: "planned" | "running" | "over";
    href: string;
    funder: Funder;
    others: { href: string; label: string }[];
  }[];
};

/** Reads all projects with their funders and pages, newest first. */
export async function data(input: DataInput): Promise<ProjectsData> {
  const content = await readContent(input, page, "Projects", "ProjectPages");
  const today = localDate(input.now);
  const pages = itemsOf("ProjectPages", content);
  return {
    texts: textsOf(page, content),
    projects: projectsIn(content).map((item) => {
      const { title, summary } = textsIn(item, ["title", "summary"], content);
      const funder = funderOf(item, content);
      const path = textOf(item.path);
      return {
        id: textOf(item._id),
        title,
        summary,
        year: funder.from.slice(0, 4),
        state: today < funder.from ? "planned" : today > funder.until ? "over" : "running",
        href: linkTo(`/projects/${path}/`),
        funder,
        others: pages
          .filter((each) => each.project === item._id && textOf(each.path) !== path)
          .map((each) => ({
            href: linkTo(`/projects/${textOf(each.path)}/`),
            label: textsIn(each, ["title"], content).title,
          })),
      };
    }),
  };
}
