import { tapeStyle } from "@uola/art";
import { locales } from "@uola/words/language";
import type { DataInput } from "../loader/page.ts";

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
