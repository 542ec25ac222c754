import type { Service } from "@uola/contract";
import { defaultLocale, language } from "@uola/words/language";
import { translatedTexts } from "./service-translation.ts";

/** The namespace of a service's extended fields in which the owner says what the booking does not need and its readers do. */
export const factsNamespace = "uola.facts";

/** How much somebody has climbed: never, some times, all the time. */
export const levels = ["new", "some", "regular"] as const;
export type Level = (typeof levels)[number];

/** Whom a service is for, what one has to be able to do before, and what to bring. */
export type ServiceFacts = {
  /** None is everybody. */
  levels: Level[];
  prerequisite: string;
  bring: string;
};

/** What the owner says of a service, in the default language. */
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

/** The same in the language of the request, in the default one where nobody has translated it. */
export function factsOf(service: Pick<Service, "extendedFields">): ServiceFacts {
  const own = ownFacts(service);
  if (language() === defaultLocale) return own;
  const { prerequisite, bring } = translatedTexts(service, language());
  return { ...own, prerequisite: prerequisite || own.prerequisite, bring: bring || own.bring };
}
