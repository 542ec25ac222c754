import type { Service } from "./service.ts";

/** The namespace of a service's extended fields that contains its translations, by language. */
export const translationsNamespace = "uola.translations";

type Translated = Pick<Service, "extendedFields">;

/**
 * Returns a text of a service in another language, such as its `name`; empty if it is not
 * translated. Runs in browsers and on servers.
 */
export function translatedText({ extendedFields }: Translated, language: string, key: string): string {
  const texts = extendedFields?.namespaces?.[translationsNamespace]?.[language] as Record<string, unknown> | undefined;
  const text = texts?.[key];
  return typeof text === "string" ? text.trim() : "";
}
