import { withoutPlaceholders } from "@uola/browser/gym/blanks.ts";
import { coursePath } from "@uola/contract/course";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { localDate } from "@uola/words/formats";
import { defaultLocale, language } from "@uola/words/language";
import { say, words } from "@uola/words/site";
import { contentPages } from "../../content/all-pages.ts";
import { newsOf } from "../../content/news.ts";
import { type Content, type Item, itemsOf, peopleOf, readLists, textOf, textsIn, textsOf } from "../../content/read.ts";
import { plainText } from "../../features/sanitized.ts";
import { coursesIn, otherServicesIn } from "../../features/service-pages.ts";
import { sectionsIn, translatedSections } from "../../sections/stored.ts";
import { type Entry, type Found, search } from "./find.ts";

export type SearchData = {
  asked: string;
  found: Found[];
  more: boolean;
  /** Suggested pages for an empty search: the most visited ones, each with a short description. */
  pages: { title: string; about: string; href: string }[];
};

const shownMax = 30;

/**
 * Searches the site. Not cached, because queries are arbitrary; the loader limits how many such
 * pages it renders.
 */
export async function data(input: DataInput): Promise<SearchData> {
  const asked = input.search.get("q") ?? "";
  if (!asked) return { asked, found: [], more: false, pages: await pagesToBegin(input) };
  const found = search(await entriesOf(input), asked);
  return { asked, found: found.slice(0, shownMax), more: found.length > shownMax, pages: [] };
}

async function pagesToBegin(input: DataInput): Promise<SearchData["pages"]> {
  const texts = await readPages({ ...input, noteFallback: () => {}, describe: () => {} });
  return input.pages.flatMap(({ path, name, menu, content: own }) => {
    const page = contentPages.find(({ collection }) => collection === own?.texts);
    if (!name || !page || (!menu?.header && menu?.footer !== 1)) return [];
    const { description = "" } = textsOf(page, texts) as { description?: string };
    return [{ title: say(name), about: description, href: linkTo(path) }];
  });
}

async function entriesOf(input: DataInput): Promise<Entry[]> {
  // A missing translation is marked on the page with the text, not in the search results.
  const quiet = { ...input, noteFallback: () => {}, describe: () => {} };
  const [content, texts, courses, others] = await Promise.all([
    readLists(quiet, "Documents", "News", "Pages", "People", "ProjectPages", "Projects", "Questions"),
    readPages(quiet),
    coursesIn(input.client),
    otherServicesIn(input.client),
  ]);
  const rows = input.pages.filter(({ hidden, kind, path }) => !hidden && kind !== "protected" && !/[:*]/.test(path));
  const pages = rows.flatMap(({ path, name, content: own }): Entry[] => {
    if (!name || own?.item) return [];
    const page = contentPages.find(({ collection }) => collection === own?.texts);
    const text = page ? Object.values(textsOf(page, texts)).join(" ") : "";
    return [{ kind: "page", title: say(name), text, href: linkTo(path) }];
  });
  const homeOf = (item: Item): string => {
    const [named] = Array.isArray(item.pages) ? item.pages : [];
    const page = rows.find(
      ({ name, content: own }) => own?.texts && (own.texts === named || (name && words(defaultLocale)(name) === named)),
    );
    const [course] = Array.isArray(item.services) ? item.services : [];
    return page || !course ? (page?.path ?? "/") : coursePath(String(course));
  };
  return [
    ...pages,
    ...[...courses, ...others].map(
      ({ service: { name, tagLine, description }, href }): Entry => ({
        kind: "service",
        title: name,
        text: [tagLine, description].filter(Boolean).join(". "),
        href,
      }),
    ),
    ...itemsOf("Questions", content).map((item): Entry => {
      const { question, answer } = textsIn(item, ["question", "answer"], content);
      return { kind: "question", title: question, text: plainText(answer), href: linkTo(`${homeOf(item)}#questions`) };
    }),
    ...peopleOf(content).map(
      ({ name, role, about }): Entry => ({
        kind: "person",
        title: name,
        text: [role, plainText(about)].filter(Boolean).join(". "),
        href: linkTo(rows.find(({ path }) => path === "/team/")?.path ?? "/booking/private/"),
      }),
    ),
    ...itemsOf("Documents", content).map((item): Entry => {
      const { title, lead, body } = textsIn(item, ["title", "lead", "body"], content);
      return {
        kind: "document",
        title,
        text: `${lead} ${plainText(withoutPlaceholders(body))}`,
        href: linkTo(`/${textOf(item.key)}/`),
      };
    }),
    ...newsOf(content, localDate(input.now)).map(
      ({ title, text, href }): Entry => ({ kind: "news", title, text: plainText(text), href }),
    ),
    ...made("ProjectPages", "project", "lead", (item) => `/projects/${textOf(item.path)}/`, content),
    ...made("Pages", "page", "description", (item) => `/p/${textOf(item.slug)}/`, content),
  ].filter(({ title }) => title);
}

/** Pages built from sections. */
const made = (
  list: string,
  kind: Entry["kind"],
  lead: string,
  pathOf: (item: Item) => string,
  content: Content,
): Entry[] =>
  itemsOf(list, content).map((item) => {
    const texts = textsIn(item, ["title", lead], content);
    const translations = item._translations as Record<string, Item | undefined> | undefined;
    const own = sectionsIn(item.sections);
    const sections =
      language() === defaultLocale ? own : translatedSections(own, translations?.[language()]?.sections, () => {});
    return {
      kind,
      title: texts.title ?? "",
      text: `${texts[lead] ?? ""} ${textsWithin(sections)}`,
      href: linkTo(pathOf(item)),
    };
  });

const shownKeys = ["heading", "text", "question", "answer", "caption", "number", "name"];
/** Returns all visible text of nested sections, concatenated. */
const textsWithin = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textsWithin).join(" ");
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .map(([key, inner]) =>
      typeof inner === "string" ? (shownKeys.includes(key) ? plainText(inner) : "") : textsWithin(inner),
    )
    .filter(Boolean)
    .join(" ");
};

/** Reads the texts of every page that has any, with one call per page. */
async function readPages(input: Pick<DataInput, "client" | "preview" | "noteFallback" | "describe">): Promise<Content> {
  const ids = contentPages.map(({ collection }) => collection);
  const { client, preview, noteFallback, describe } = input;
  const { collections } = await client.content.read({ collectionIds: ids, ...(preview && { preview }) });
  return { collections, noteFallback, describe };
}
