import { tapeStyle } from "@uola/art";
import type { DataInput } from "@uola/page-loader/page.ts";
import { locales } from "@uola/words/language";

/** Data shared by all pages: the site's name, languages and measurement settings. */
export async function data({ client }: DataInput) {
  const [{ business }, { settings }] = await Promise.all([client.business.get({}), client.measuring.settings({})]);
  const { tagManagerId, consentVersion, webVitals } = settings;
  const look = tapeStyle(business.tape);
  return {
    name: business.name,
    languages: business.multilingual?.languages ?? locales,
    ...(tagManagerId && { tagManager: { id: tagManagerId, version: consentVersion } }),
    ...(look && { look }),
    ...(webVitals && { vitals: true as const }),
  };
}
