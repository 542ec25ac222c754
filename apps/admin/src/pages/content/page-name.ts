import { collectionWord } from "@uola/browser/gym/collection-words.ts";
import { topics } from "@uola/browser/gym/inquiry-topics.ts";
import { menuPlaces } from "@uola/browser/gym/menu-places.ts";
import { priceKinds } from "@uola/browser/gym/price-kinds.ts";
import { taxClasses } from "@uola/contract/tax-class";
import type { Page } from "@uola/page-loader/page.ts";
import { say } from "@uola/words/admin";
import { say as saySite } from "@uola/words/site";

/**
 * Returns the name of the page that uses this collection's texts, or the collection id if the
 * collection belongs to no page.
 */
export const pageName = (collectionId: string): string => collectionWord(saySite, collectionId) ?? collectionId;

type Choice = { value: string; label: string };

/**
 * Returns the choices offered for a field with a fixed set of values, or undefined for a free-text
 * field. Values in `chosen` stay among the choices so that a deleted page can still be deselected.
 * `services` are the gym's services.
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
    return withChosen(services, chosen);
  }
  if (collectionId !== "Questions" || key !== "pages") return undefined;
  const offered = Object.values(pages).flatMap(({ content }) =>
    content?.texts && content.lists?.includes("Questions") ? [content.texts] : [],
  );
  return withChosen(
    [...new Set(offered)].map((value) => ({ value, label: pageName(value) })),
    chosen,
  );
}

/** Adds the chosen values that are no longer offered to the choices. */
function withChosen(choices: readonly Choice[], chosen: unknown): Choice[] {
  const kept = (Array.isArray(chosen) ? chosen.map(String) : []).filter((name) =>
    choices.every(({ value }) => value !== name),
  );
  return [...choices, ...kept.map((value) => ({ value, label: pageName(value) }))];
}
