import { everywhere, linkTo } from "@uola/page-loader/locale.ts";
import { type DataInput, type EntriesFunction, NotFound } from "@uola/page-loader/page.ts";
import { localDate } from "@uola/words/formats";
import { itemsOf, readLists, silentReading, textOf, textsIn } from "../../content/read.ts";
import { searchFactsOf } from "../../content/search-facts.ts";
import { type Funder, funderOf, projectsIn } from "../../sections/funder.ts";
import { readSections, type Section } from "../../sections/read.ts";

type Link = { href: string; label: string };
export type ProjectData = {
  title: string;
  lead: string;
  funder: Funder;
  /** The parent pages of this page, and the other pages of its project. */
  above: Link[];
  others: Link[];
  sections: Section[];
  /** The donation link; null if the project has ended. */
  donate: string | null;
};

/** Reads a page of a project. An unpublished project has no pages. */
export async function data(input: DataInput): Promise<ProjectData> {
  const content = await readLists(input, "ProjectPages", "Projects", "People");
  const pages = itemsOf("ProjectPages", content);
  const path = input.params.path ?? "";
  const item = pages.find((page) => textOf(page.path) === path);
  const project = item && projectsIn(content).find(({ _id }) => _id === idOf(item.project));
  if (!item || !project) throw new NotFound();
  const { title, lead } = textsIn(item, ["title", "lead"], content);
  const link = (page: (typeof pages)[number]): Link => ({
    href: linkTo(`/projects/${textOf(page.path)}/`),
    label: textsIn(page, ["title"], content).title,
  });
  const isAbove = (page: (typeof pages)[number]) => path.startsWith(`${textOf(page.path)}/`);
  return {
    title,
    lead,
    funder: funderOf(project, content),
    above: pages.filter(isAbove).map(link),
    others: pages
      .filter((page) => page !== item && !isAbove(page))
      .filter((page) => idOf(page.project) === project._id || textOf(page.path).startsWith(`${path}/`))
      .map(link),
    sections: await readSections(item, content, input),
    donate:
      funderOf(project, content).until < localDate(input.now)
        ? null
        : linkTo(`/donate/?project=${textOf(project.path)}`),
  };
}

export const entries: EntriesFunction = async ({ client }) => {
  const content = await readLists(silentReading(client), "ProjectPages", "Projects");
  return itemsOf("ProjectPages", content).flatMap((page) => {
    const project = projectsIn(content).find(({ _id }) => _id === idOf(page.project));
    return project ? [{ paths: everywhere(`/projects/${textOf(page.path)}/`), ...searchFactsOf([page, project]) }] : [];
  });
};

/** Returns the id of a reference, which is either an id or the item itself. */
const idOf = (reference: unknown): unknown =>
  typeof reference === "object" && reference !== null && "_id" in reference ? reference._id : reference;
