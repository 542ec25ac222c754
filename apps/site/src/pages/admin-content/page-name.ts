import { taxClasses } from "@uola/contract/tax-class";
import { say } from "@uola/words/admin";
import { say as saySite } from "@uola/words/site";
import { collectionWord } from "../../content/collection-words.ts";
import { topics } from "../../features/inquiry-topics.ts";
import { menuPlaces } from "../../features/menu-places.ts";
import { priceKinds } from "../../features/price-kinds.ts";
import type { Page } from "../../loader/page.ts";

/** What the page with these texts is called; of anything else, the word itself. */
export const pageName = (collectionId: string): string => collectionWord(saySite, collectionId) ?? collectionId;

type Choice = { value: string; label: string };

/**
 * What the owner chooses among, for a field whose values are facts; undefined for one that takes any words. `chosen` are kept
 * among the choices, so that a page that is gone can be taken away. `services` are the gym's own.
 */
export function choicesOf(
  pages: Record<string, Page>,
  { collectionId, key }: { collectionId: string; key: string },
  chosen: unknown,
  services: readonly Choice[] = [],
): Choice[] | undefined {
  if (collectionId === "People" && key === "topics") {
    return topics.map((value) => ({ value, label: say(`content.topic.${value}`) }));
  }
  if (collectionId === "Prices" && key === "kind") {
    return priceKinds.map((value) => ({ value, label: say(`content.priceKind.${value}`) }));
  }
  if (collectionId === "Prices" && (key === "taxClass" || key === "laterTaxClass")) {
    return taxClasses.map((value) => ({ value, label: say(`content.taxClass.${value}`) }));
  }
  if (collectionId === "MenuLinks" && key === "place") {
    return menuPlaces.map((value) => ({ value, label: say(`content.menuPlace.${value}`) }));
  }
  if (key === "services" && (collectionId === "Questions" || collectionId === "Campaigns")) {
    return withKept(services, chosen);
  }
  if (collectionId !== "Questions" || key !== "pages") return undefined;
  const offered = Object.values(pages).flatMap(({ content }) =>
    content?.texts && content.lists?.includes("Questions") ? [content.texts] : [],
  );
  return withKept(
    [...new Set(offered)].map((value) => ({ value, label: pageName(value) })),
    chosen,
  );
}

/** The choices, and what is chosen and no longer among them. */
function withKept(choices: readonly Choice[], chosen: unknown): Choice[] {
  const kept = (Array.isArray(chosen) ? chosen.map(String) : []).filter((name) =>
    choices.every(({ value }) => value !== name),
  );
  return [...choices, ...kept.map((value) => ({ value, label: pageName(value) }))];
}
