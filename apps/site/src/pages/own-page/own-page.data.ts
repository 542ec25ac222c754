import { itemsOf, readLists, textOf, textsIn } from "../../content/read.ts";
import { type DataInput, NotFound } from "../../loader/page.ts";
import { readSections, type Section } from "../../sections/read.ts";

export type OwnPageData = { title: string; description: string; sections: Section[] };

/** A page the owner made of sections. */
export async function data(input: DataInput): Promise<OwnPageData> {
  const content = await readLists(input, "Pages", "People", "Projects");
  const item = itemsOf("Pages", content).find(({ slug }) => textOf(slug) === input.params.slug);
  if (!item) throw new NotFound();
  const { title, description } = textsIn(item, ["title", "description"], content);
  return { title, description, sections: await readSections(item, content, input) };
}
