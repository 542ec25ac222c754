import type { Client } from "@uola/client";
import { coursePath, isCourse } from "@uola/contract/course";
import { defaultLocale, type Locale, language, locales } from "@uola/words/language";
import { inEach, linkTo } from "../loader/locale.ts";
import type { InEachLanguage } from "../loader/page.ts";
import { type ReadersService, translatedTexts } from "./service-translation.ts";
import { servicesBy } from "./services.ts";
import { slugOf } from "./slug.ts";

/** A course with the address of its page in the language of the request, and its paths in all. */
export type Course = { service: ReadersService; slug: string; href: string; paths: InEachLanguage };

/** Every course people may see, in the order of the site. */
export async function coursesIn(client: Client): Promise<Course[]> {
  const { items } = await servicesBy(client, { hidden: false, type: { $in: ["CLASS", "COURSE"] } });
  const shown = items.filter((service) => service.category && isCourse(service));
  const slugs = new Map(locales.map((locale) => [locale, slugsOf(shown, locale)]));
  return shown.map((service) => {
    const slugIn = (locale: Locale) => slugs.get(locale)?.get(service.id) ?? service.mainSlug.name;
    const slug = slugIn(language());
    return { service, slug, href: linkTo(coursePath(slug)), paths: inEach((locale) => coursePath(slugIn(locale))) };
  });
}

/** The course an address names: by its name in the language of the request, in the other, or as it was once called. */
export const courseNamed = (courses: readonly Course[], name: string): Course | undefined =>
  courses.find(({ slug }) => slug === name) ??
  courses.find(({ service }) => service.supportedSlugs.some((slug) => slug.name === name)) ??
  courses.find(({ service }) => slugOf(translatedTexts(service, "en").name) === name);

/**
 * What courses are called in addresses, by id: what the owner chose, in another language what the translated name says. Of
 * several of one name the first has it.
 */
export function slugsOf(
  services: readonly Pick<ReadersService, "id" | "mainSlug" | "extendedFields">[],
  locale: Locale,
): Map<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set(services.map(({ mainSlug }) => mainSlug.name));
  for (const service of services) {
    const translated = locale === defaultLocale ? "" : slugOf(translatedTexts(service, locale).name);
    const isOwn = translated !== "" && (!taken.has(translated) || translated === service.mainSlug.name);
    const slug = isOwn ? translated : service.mainSlug.name;
    taken.add(slug);
    slugs.set(service.id, slug);
  }
  return slugs;
}
