import { type MenuPlace, menuPlaces } from "@uola/browser/gym/menu-places.ts";
import { type PriceKind, priceKinds } from "@uola/browser/gym/price-kinds.ts";
import { PlatformError } from "@uola/client";
import { isLinkTarget } from "@uola/contract/link-target";
import { type ImageSources, imageSources } from "@uola/contract/media-reference";
import { isPurchasable, priceOn } from "@uola/contract/price-line";
import { campaignRules } from "@uola/contract/registration";
import { type DataInput, PreviewOver } from "@uola/page-loader/page.ts";
import { withNoBreakSpaces } from "@uola/words/formats";
import { defaultLocale, language } from "@uola/words/language";
import { type SiteWord, say, words } from "@uola/words/site";
import type { Campaign } from "../features/campaigns.ts";
import { withFocalPoints } from "../features/focus.ts";
import { sanitized } from "../features/sanitized.ts";
import { questions } from "../features/structured-data.ts";
import type { PageContent } from "./page-content.ts";

export type Texts<Page extends PageContent> = Record<keyof Page["texts"], string>;
/** `answer` is sanitized HTML. */
export type Question = { id: string; question: string; answer: string };
/** `validFrom` is a day, or empty if it is not set. */
export type PriceLine = {
  id: string;
  name: string;
  cents: number;
  /**
   * The price without the current reduction, and the first and last day of the reduction; null if
   * it is not reduced.
   */
  reduced: { from: number; since: string; until: string } | null;
  /** Whether the item can be bought at this price today. */
  sold: boolean;
  from: boolean;
  note: string;
  kind: PriceKind;
  validFrom: string;
};
export type Discount = { id: string; name: string; discount: string; proof: string };
/** `about` is sanitized HTML. */
export type Person = { id: string; name: string; role: string; about: string; photo: ImageSources | null };
/** A member of the team with all their texts; `portrait` is the photo in portrait format. */
export type Teammate = Person & {
  speciality: string;
  languages: string;
  qualification: string;
  /** The text of the link to the person's free times. */
  trainWith: string;
  trainsPrivately: boolean;
  /** The areas of the gym for which the person is responsible. */
  topics: string[];
  portrait: ImageSources | null;
};
/**
 * `label` is the name in the language of the request, `otherLabel` the name in the default
 * language; both may be empty.
 */
export type MenuLink = { link: string; place: MenuPlace; label: string; otherLabel: string };

export type Item = { [key: string]: unknown };
/** The published items of collections, in the order used on the site. */
export type Content = { collections: Record<string, readonly Item[]> } & Pick<DataInput, "noteFallback" | "describe">;

type Reading = Pick<DataInput, "client" | "preview" | "noteFallback" | "describe">;
type ListName =
  | "Campaigns"
  | "Discounts"
  | "Documents"
  | "MenuLinks"
  | "News"
  | "Pages"
  | "People"
  | "Prices"
  | "ProjectPages"
  | "Projects"
  | "Questions"
  | "Redirects";

const photo = { widths: [160, 320, 480], shape: { width: 160, height: 160 } };
const portrait = { widths: [320, 480, 720], shape: { width: 480, height: 640 } };

/**
 * Reads the texts of a page and its lists in the language of the request, in one call. Untranslated
 * texts are in the default language, and the reader is notified. Only for data functions, because
 * it runs only on the server.
 */
export async function readContent(input: Reading, page: PageContent, ...lists: ListName[]): Promise<Content> {
  return readCollections(input, [page.collection, ...lists]);
}

/** Like `readContent`, for a page that has only texts from lists. */
export const readLists = (input: Reading, ...lists: ListName[]): Promise<Content> => readCollections(input, lists);

/**
 * Returns a reading context that shows no notices to the reader and publishes no data for search
 * engines.
 */
export const silentReading = (client: DataInput["client"]): Reading => ({ client, noteFallback() {}, describe() {} });

async function readCollections(
  { client, preview, noteFallback, describe }: Reading,
  collectionIds: string[],
): Promise<Content> {
  try {
    const { collections } = await client.content.read({ collectionIds, ...(preview && { preview }) });
    return { collections: await withFocalPoints(client, collections), noteFallback, describe };
  } catch (error) {
    if (error instanceof PlatformError && error.code === "PREVIEW_EXPIRED") throw new PreviewOver();
    throw error;
  }
}

/** Returns the texts of a page. A text that the owner has not written or changed is the default text. */
export function textsOf<Page extends PageContent>({ collection, texts }: Page, content: Content): Texts<Page> {
  const [item = {}] = itemsOf(collection, content);
  const shown = Object.entries<SiteWord>(texts).map(([key, word]) => {
    const translated = translatedIn(item, key);
    const written = textOf(item[key]);
    const isUnwritten = !written || written === words(defaultLocale)(word);
    if (!translated && !isUnwritten && language() !== defaultLocale) content.noteFallback();
    return [key, withNoBreakSpaces(translated || (isUnwritten ? "" : written)) || say(word)];
  });
  return Object.fromEntries(shown) as Texts<Page>;
}

/**
 * Returns the questions assigned to the page's collection, preceded by the questions about
 * `service`, which is given by all its current and former slugs. Also publishes the questions as
 * structured data for search engines.
 */
export function questionsOn(
  { collection }: Pick<PageContent, "collection">,
  content: Content,
  service: readonly string[] = [],
): Question[] {
  const own = questionsWhere((item) => namesOf(item.services).some((slug) => service.includes(slug)), content);
  const common = questionsNaming(collection, content).filter(({ id }) => own.every((other) => other.id !== id));
  const asked = [...own, ...common];
  if (asked.length > 0) content.describe(questions(asked));
  return asked;
}

/** Like `questionsOn`, but without structured data for search engines. */
export const questionsNaming = (collection: string, content: Content): Question[] =>
  questionsWhere(({ pages }) => namesOf(pages).includes(collection), content);

const namesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function questionsWhere(isAsked: (item: Item) => boolean, content: Content): Question[] {
  return itemsOf("Questions", content).flatMap((item) => {
    if (!isAsked(item)) return [];
    if (!textOf(item.question) || !sanitized(textOf(item.answer))) return [];
    const { question, answer } = textsIn(item, ["question", "answer"], content);
    return [{ id: textOf(item._id), question, answer: sanitized(answer) }];
  });
}

/**
 * Returns the price list for a day. An entry that has no name or no price, or whose price has
 * expired, is left out.
 */
export const pricesOf = (content: Content, today: string): PriceLine[] =>
  itemsOf("Prices", content).flatMap((item) => {
    // A future price is shown as it will be on the first day of its validity.
    const validFrom = dayOf(item.validFrom);
    const isLater = validFrom > today;
    const price = priceOn(item, isLater ? validFrom : today);
    if (!price) return [];
    const { cents, reduced = null, from } = price;
    const { name, note } = textsIn(item, ["name", "note"], content);
    const kind = priceKinds.find((each) => each === item.kind) ?? "OTHER";
    const sold = !isLater && isPurchasable(price);
    return [{ id: textOf(item._id), name, cents, reduced, sold, from, note, kind, validFrom }];
  });

/** Returns the discounts, each with its target group, its amount and the proof required. */
export const discountsOf = (content: Content): Discount[] =>
  itemsOf("Discounts", content).flatMap((item) => {
    if (!textOf(item.name) || !textOf(item.discount)) return [];
    const { name, discount, proof } = textsIn(item, ["name", "discount", "proof"], content);
    return [{ id: textOf(item._id), name, discount, proof }];
  });

/** Returns all members of the team, in the owner's order. */
export const teamOf = (content: Content): Teammate[] =>
  itemsOf("People", content).flatMap((item) => {
    const name = textOf(item.name);
    if (!name) return [];
    const said = textsIn(
      item,
      ["role", "about", "speciality", "languages", "qualification", "trainWith"] as const,
      content,
    );
    const picture = textOf(item.photo);
    return [
      {
        id: textOf(item._id),
        name,
        ...said,
        about: sanitized(said.about),
        photo: imageOf(picture, photo),
        portrait: imageOf(picture, portrait),
        trainsPrivately: item.trainsPrivately === true,
        topics: Array.isArray(item.topics) ? item.topics.map(textOf) : [],
      },
    ];
  });

/**
 * Returns the registration campaigns, newest first. A campaign without a unique code, or with an
 * end before its start, is left out.
 */
export const campaignsOf = (content: Content): Campaign[] =>
  itemsOf("Campaigns", content).flatMap((item) => {
    const rules = campaignRules(item);
    if (!rules) return [];
    const { code, services } = rules;
    const times = { opens: rules.opens.toISOString(), closes: rules.closes.toISOString() };
    return [{ code, ...textsIn(item, ["name", "lead"], content), ...times, services }];
  });

/** Returns the trainers who give private lessons. */
export const privateTrainers = (content: Content): Person[] =>
  peopleOf(content, (item) => item.trainsPrivately === true);

/** Returns the people of the gym who have a name: all of them, or those selected by `isAsked`. */
export const peopleOf = (content: Content, isAsked: (item: Item) => boolean = () => true): Person[] =>
  itemsOf("People", content).flatMap((item) => {
    const name = textOf(item.name);
    if (!name || !isAsked(item)) return [];
    const { role, about } = textsIn(item, ["role", "about"], content);
    return [{ id: textOf(item._id), name, role, about: sanitized(about), photo: imageOf(textOf(item.photo), photo) }];
  });

/** Returns the links of the menus; a link without a position or a URL is left out. */
export const menuLinksOf = (content: Content): MenuLink[] =>
  itemsOf("MenuLinks", content).flatMap((item) => {
    const place = menuPlaces.find((each) => each === item.place);
    const [link, otherLabel] = [textOf(item.link), textOf(item.label)];
    if (!place || !isLinkTarget(link)) return [];
    const label = language() === defaultLocale ? otherLabel : translatedIn(item, "label");
    return [{ link, place, label, otherLabel }];
  });

/** Maps old paths to their targets. Paths end with a slash, like all paths of the site. */
export const redirectsOf = (content: Content): Record<string, string> =>
  Object.fromEntries(
    itemsOf("Redirects", content).flatMap((item) => {
      const [from, to] = [textOf(item.from), textOf(item.to)];
      if (!from.startsWith("/") || !isLinkTarget(to) || from === to) return [];
      return [[from.endsWith("/") ? from : `${from}/`, to]];
    }),
  );

export const itemsOf = (collection: string, { collections }: Content): readonly Item[] => collections[collection] ?? [];

/**
 * Returns texts of an item in the language of the request; untranslated texts are in the default
 * language, and the reader is notified.
 */
export function textsIn<Key extends string>(item: Item, keys: readonly Key[], content: Content): Record<Key, string> {
  const shown = keys.map((key) => {
    const [translated, written] = [translatedIn(item, key), textOf(item[key])];
    if (!translated && written && language() !== defaultLocale) content.noteFallback();
    return [key, translated || written];
  });
  return Object.fromEntries(shown) as Record<Key, string>;
}

/**
 * Returns an item's translation into the language of the request; empty for the default language,
 * in which the item itself is written.
 */
export function translatedIn(item: Item, key: string, locale = language()): string {
  const translations = item._translations as Record<string, Item | undefined> | undefined;
  return locale === defaultLocale ? "" : textOf(translations?.[locale]?.[key]);
}

/** Converts a moment stored in an item to ISO 8601 text. */
export function momentOf(value: unknown): string | undefined {
  const text = typeof value === "object" && value !== null && "$date" in value ? value.$date : value;
  const at = new Date(typeof text === "string" || text instanceof Date ? text : Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

export const imageOf = (reference: string, { widths, shape }: typeof photo) =>
  imageSources(reference, widths, shape) ?? null;
/** Returns a calendar day stored in an item, as "2026-11-02" or `{$date}`. */
export function dayOf(value: unknown): string {
  const text = typeof value === "object" && value !== null && "$date" in value ? value.$date : value;
  return typeof text === "string" && /^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : "";
}
export const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");
