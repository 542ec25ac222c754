import { type LocalizedService, translatedTexts } from "@uola/browser/gym/service-translation.ts";
import { servicesBy } from "@uola/browser/gym/services.ts";
import type { Client } from "@uola/client";
import { isCourse, servicePath } from "@uola/contract/course";
import { inEach, linkTo } from "@uola/page-loader/locale.ts";
import type { InEachLanguage } from "@uola/page-loader/page.ts";
import { defaultLocale, type Locale, language, locales } from "@uola/words/language";
import { slugOf } from "./slug.ts";

/**
 * A service with the slug and link of its page in the language of the request, and its paths in all
 * languages.
 */
export type ServicePage = { service: LocalizedService; slug: string; href: string; paths: InEachLanguage };

/** Returns every visible course, in the site's order. */
export async function coursesIn(client: Client): Promise<ServicePage[]> {
  const { items } = await servicesBy(client, { hidden: false, type: { $in: ["CLASS", "COURSE"] } });
  return pagesOf(items.filter(isCourse));
}

/** Returns every visible class and appointment. Courses have a different kind of page. */
export async function otherServicesIn(client: Client): Promise<ServicePage[]> {
  const { items } = await servicesBy(client, { hidden: false, type: { $in: ["CLASS", "APPOINTMENT"] } });
  return pagesOf(items.filter((service) => !isCourse(service)));
}

function pagesOf(services: readonly LocalizedService[]): ServicePage[] {
  const slugs = new Map(locales.map((locale) => [locale, slugsOf(services, locale)]));
  return services.map((service) => {
    const slugIn = (locale: Locale) => slugs.get(locale)?.get(service.id) ?? service.mainSlug.name;
    const paths = inEach((locale) => servicePath(service, slugIn(locale)));
    return { service, slug: slugIn(language()), href: linkTo(paths[language()]), paths };
  });
}

/**
 * Finds a service by its slug in the language of the request, by its slug in another language, or
 * by a former slug.
 */
export const findServiceBySlug = (pages: readonly ServicePage[], name: string): ServicePage | undefined =>
  pages.find(({ slug }) => slug === name) ??
  pages.find(({ service }) => service.supportedSlugs.some((slug) => slug.name === name)) ??
  pages.find(({ service }) => slugOf(translatedTexts(service, "en").name) === name);

/**
 * Returns the slug of each service, keyed by id: in the default language the slug that the owner
 * chose, in another language one made from the translated name. If several services have the same
 * name, only the first one gets that slug.
 */
export function slugsOf(
  services: readonly Pick<LocalizedService, "id" | "mainSlug" | "extendedFields">[],
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
