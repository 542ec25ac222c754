import { everywhere } from "@uola/page-loader/locale.ts";
import { type DataInput, type EntriesFunction, NotFound } from "@uola/page-loader/page.ts";
import { itemsOf, readLists, silentReading, textOf, textsIn } from "../../content/read.ts";
import { searchFactsOf } from "../../content/search-facts.ts";
import { readSections, type Section } from "../../sections/read.ts";

export type OwnPageData = { title: string; description: string; sections: Section[] };

/** Reads a page that the owner built from sections. */
export async function data(input: DataInput): Promise<OwnPageData> {
  const content = await readLists(input, "Pages", "People", "Projects");
  const item = itemsOf("Pages", content).find(({ slug }) => textOf(slug) === input.params.slug);
  if (!item) throw new NotFound();
  const { title, description } = textsIn(item, ["title", "description"], content);
  return { title, description, sections: await readSections(item, content, input) };
}

export const entries: EntriesFunction = async ({ client }) =>
  itemsOf("Pages", await readLists(silentReading(client), "Pages")).flatMap((item) =>
    textOf(item.slug) ? [{ paths: everywhere(`/p/${textOf(item.slug)}/`), ...searchFactsOf([item]) }] : [],
  );
