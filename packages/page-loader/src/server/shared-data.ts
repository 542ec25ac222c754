import { createHash } from "node:crypto";
import { defaultLocale, inLanguage, type Locale, locales } from "@uola/words/language";
import { linkTo, localeOf, withoutLocale } from "../locale.ts";
import { type Json, NotFound, type OwnerSettings, type Page, type Shared, type SiteTable } from "../page.ts";
import { slicePath } from "../table.ts";
import { type Answer, answer, encode } from "./bytes.ts";
import type { Made } from "./cache.ts";
import type { Context } from "./context.ts";
import { jsonType, revalidate } from "./headers.ts";

type Piece = { value: Json; answer: Answer };

export type SharedData = ReturnType<typeof sharedData>;

/** Data shared by many pages, each part served at its own URL: app data, slices and shared queries. */
export function sharedData(context: Context) {
  const { table, options } = context;
  const parts = partsOf(table);
  /** The owner's settings as last read; until the first read, all languages are offered. */
  const known: { languages: readonly Locale[]; siteName: string; look: string | undefined } = {
    languages: locales,
    siteName: "Uola",
    look: undefined,
  };

  async function make(path: string): Promise<Made<Piece>> {
    const plain = withoutLocale(path);
    const shared = parts.get(plain);
    if (!shared) throw new NotFound();
    const read = await inLanguage(localeOf(path), async () => (await shared.data()).data(context.dataInput()));
    const isApp = plain === appDataPath;
    const value = isApp ? { ...options.app, build: options.build.id, ...pick(read as OwnerSettings) } : (read as Json);
    if (isApp) {
      const { name, look } = value as OwnerSettings;
      Object.assign(known, { languages: offered(value), siteName: name, look });
    }
    const made = answer(await encode(JSON.stringify(value)), 200, { ...jsonType, ...revalidate });
    return { value: { value, answer: made }, topics: shared.topics, until: context.nextMinute() };
  }

  const pieces = context.keep<Piece>({ make, gapMs: 0 });
  const valuesOf = async (paths: [name: string, path: string][]): Promise<Record<string, Json>> =>
    Object.fromEntries(
      await Promise.all(paths.map(async ([name, path]) => [name, (await pieces.get(path, true)).value])),
    );
  const app = async (fresh = true) => (await pieces.get(appDataPath, fresh)).value as OwnerSettings;

  return {
    known: known as Readonly<typeof known>,
    has: (path: string) => parts.has(withoutLocale(path)),
    answer: async (path: string) => (await pieces.get(path)).answer,
    /** The owner's site-wide settings. */
    app,
    /** Returns the languages that the owner offers. */
    languages: async (fresh = true) => offered(await app(fresh)),
    /** Returns the shared data for a page in the language of the request. */
    async of(page: Page) {
      const paths = Object.keys(page.shared ?? {}).map((query): [string, string] => [query, linkTo(queryPath(query))]);
      const [appData, slices, answers] = await Promise.all([
        app(),
        valuesOf(Object.keys(table.slices).map((slice) => [slice, linkTo(slicePath(slice))])),
        valuesOf(paths),
      ]);
      return { app: appData, slices, answers, paths: Object.fromEntries(paths) };
    },
  };
}

const appDataPath = "/page-data/app-data.json";
const pick = ({ name, languages, tagManager, vitals, look }: OwnerSettings): OwnerSettings => ({
  name,
  languages,
  ...(tagManager && { tagManager }),
  ...(vitals && { vitals }),
  ...(look && { look }),
});
/**
 * Returns the languages offered by the owner for which there are translations; always includes the
 * default one.
 */
export const offered = (app: unknown): Locale[] =>
  locales.filter((locale) => locale === defaultLocale || (app as OwnerSettings).languages.includes(locale));
const queryPath = (name: string) => `/page-data/sq/d/${createHash("sha256").update(name).digest().readUInt32BE()}.json`;

/** Returns the shared parts by path. */
function partsOf(table: SiteTable): ReadonlyMap<string, Shared<unknown>> {
  const parts = new Map<string, Shared<unknown>>([[appDataPath, table.app]]);
  for (const [name, slice] of Object.entries(table.slices)) parts.set(slicePath(name), slice);
  for (const page of Object.values(table.pages)) {
    for (const [name, query] of Object.entries(page.shared ?? {})) {
      const known = parts.get(queryPath(name));
      if (known && known !== query) throw new Error(`Two shared queries are called "${name}".`);
      parts.set(queryPath(name), query);
    }
  }
  return parts;
}
