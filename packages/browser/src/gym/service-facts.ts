import type { Service } from "@uola/contract";
import { defaultLocale, language } from "@uola/words/language";
import { translatedTexts } from "./service-translation.ts";

/** The namespace in a service's extended fields for details that readers need but booking does not. */
export const factsNamespace = "uola.facts";

/** How much climbing experience a participant has: none, some, or regular. */
export const levels = ["new", "some", "regular"] as const;
export type Level = (typeof levels)[number];

/** The intended audience of a service, its prerequisites and what to bring. */
export type ServiceFacts = {
  /** Empty means everybody. */
  levels: Level[];
  prerequisite: string;
  bring: string;
};

/** Returns the owner's texts for a service, in the default language. */
export function ownFacts({ extendedFields }: Pick<Service, "extendedFields">): ServiceFacts {
  const facts = extendedFields?.namespaces?.[factsNamespace];
  const textOf = (key: string) => (typeof facts?.[key] === "string" ? (facts[key] as string).trim() : "");
  const known = facts?.levels;
  return {
    levels: levels.filter((level) => Array.isArray(known) && known.includes(level)),
    prerequisite: textOf("prerequisite"),
    bring: textOf("bring"),
  };
}

/**
 * Returns the owner's texts for a service in the language of the request. Texts without a
 * translation are returned in the default language.
 */
export function factsOf(service: Pick<Service, "extendedFields">): ServiceFacts {
  const own = ownFacts(service);
  if (language() === defaultLocale) return own;
  const { prerequisite, bring } = translatedTexts(service, language());
  return { ...own, prerequisite: prerequisite || own.prerequisite, bring: bring || own.bring };
}
