import type { DataInput } from "@uola/page-loader/page.ts";
import { say } from "@uola/words/site";
import { contentPages } from "../../content/all-pages.ts";
import { type Question, questionsNaming, readContent, type Texts, textsOf } from "../../content/read.ts";
import { questions as questionPage } from "../../features/structured-data.ts";
import { page } from "./faq.content.ts";

/** The questions shown on one page, identified by the collection of its texts. */
export type Group = { collection: string; name: string; questions: Question[] };
export type FaqData = { texts: Texts<typeof page>; groups: Group[] };

export async function data(input: DataInput): Promise<FaqData> {
  const content = await readContent(input, page, "Questions");
  const told = new Set<string>();
  const groups = contentPages.map(({ collection }) => {
    const word = input.pages.find(({ name, content: own }) => name && own?.texts === collection)?.name;
    // A question used by several pages is listed only with the first of them.
    const questions = questionsNaming(collection, content).filter(({ id }) => !told.has(id));
    for (const { id } of questions) told.add(id);
    return { collection, name: say(collection === "HomePage" ? "faq.general" : (word ?? "faq.general")), questions };
  });
  const asked = groups.flatMap(({ questions }) => questions);
  if (asked.length > 0) input.describe(questionPage(asked));
  return { texts: textsOf(page, content), groups: groups.filter(({ questions }) => questions.length > 0) };
}
