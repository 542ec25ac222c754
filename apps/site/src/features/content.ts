import { PlatformError } from "@uola/client";
import { type ImageSources, imageSources } from "@uola/contract/media-reference";
import { withNoBreakSpaces } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { type PageName, type PageTexts, pageNames, pageTexts } from "@uola/words/site/pages";
import { type DataInput, PreviewOver } from "../loader/page.ts";
import { sanitized } from "./sanitized.ts";

export type Texts<Name extends PageName> = Record<keyof PageTexts[Name], string>;
/** `answer` is HTML that may stand in a page as it is. */
export type Question = { id: string; question: string; answer: string };
export type PriceLine = { name: string; cents: number; from: boolean; note: string };
/** `about` is HTML that may stand in a page as it is. */
export type Person = { id: string; name: string; role: string; about: string; photo: ImageSources | null };

type Item = { [key: string]: unknown };
/** The published items of collections, in the order of the site. */
export type Content = Record<string, readonly Item[]>;

const photo = { widths: [160, 320, 480], shape: { width: 160, height: 160 } };

/** What the owner has written of a page, and the lists it shows, by one call. For data functions: it runs on the server only. */
export async function readContent(
  { client, preview }: Pick<DataInput, "client" | "preview">,
  page: PageName,
  ...lists: ("People" | "Prices" | "Questions")[]
): Promise<Content> {
  try {
    const { collections } = await client.content.read({ collectionIds: [page, ...lists], ...(preview && { preview }) });
    return collections;
  } catch (error) {
    if (error instanceof PlatformError && error.code === "PREVIEW_EXPIRED") throw new PreviewOver();
    throw error;
  }
}

/** The texts of a page; what says nothing says what the house would. */
export function textsOf<Name extends PageName>(page: Name, content: Content): Texts<Name> {
  const [written = {}] = content[page] ?? [];
  const texts = Object.entries(pageTexts[page]).map(([key, word]) => [
    key,
    withNoBreakSpaces(textOf(written[key])) || say(word),
  ]);
  return Object.fromEntries(texts) as Texts<Name>;
}

/** The questions that name the page, by what it is called or by its collection. */
export function questionsOn(page: PageName, { Questions = [] }: Content): Question[] {
  const called = [page, say(pageNames[page])].map((name) => name.toLowerCase());
  const isNamed = (name: unknown) => called.includes(textOf(name).toLowerCase());
  return Questions.flatMap(({ _id, question, answer, pages }) => {
    const shown = { id: textOf(_id), question: textOf(question), answer: sanitized(textOf(answer)) };
    return Array.isArray(pages) && pages.some(isNamed) && shown.question && shown.answer ? [shown] : [];
  });
}

/** The price list; a line without a name or a price is left out. */
export const pricesOf = ({ Prices = [] }: Content): PriceLine[] =>
  Prices.flatMap(({ name, price, from, note }) =>
    textOf(name) && typeof price === "number" && price >= 0
      ? [{ name: textOf(name), cents: Math.round(price * 100), from: from === true, note: textOf(note) }]
      : [],
  );

/** Those who train one person or one party. */
export const privateTrainers = ({ People = [] }: Content): Person[] =>
  People.flatMap(({ _id, name, role, photo, about, trainsPrivately }) =>
    trainsPrivately === true && textOf(name)
      ? [
          {
            id: textOf(_id),
            name: textOf(name),
            role: textOf(role),
            about: sanitized(textOf(about)),
            photo: photoOf(textOf(photo)),
          },
        ]
      : [],
  );

const photoOf = (reference: string) => imageSources(reference, photo.widths, photo.shape) ?? null;
const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");
