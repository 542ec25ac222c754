import { type AdminWord, say } from "@uola/words/admin";
import { topics } from "../../features/inquiry-topics.ts";
import { menuPlaces } from "../../features/menu-places.ts";
import { priceKinds } from "../../features/price-kinds.ts";
import type { Page } from "../../loader/page.ts";

/** What the page with these texts is called; of anything else, the word itself. */
export function pageName(collectionId: string): string {
  const word = `texts.${collectionId}`;
  const said = say(word as AdminWord);
  return said === word ? collectionId : said;
}

/**
 * What the owner chooses among, for a field whose values are facts; undefined for one that takes any words. `chosen` are kept
 * among the choices, so that a page that is gone can be taken away.
 */
export function choicesOf(
  pages: Record<string, Page>,
  { collectionId, key }: { collectionId: string; key: string },
  chosen: unknown,
): { value: string; label: string }[] | undefined {
  if (collectionId === "People" && key === "topics") {
    return topics.map((value) => ({ value, label: say(`content.topic.${value}`) }));
  }
  if (collectionId === "Prices" && key === "kind") {
    return priceKinds.map((value) => ({ value, label: say(`content.priceKind.${value}`) }));
  }
  if (collectionId === "MenuLinks" && key === "place") {
    return menuPlaces.map((value) => ({ value, label: say(`content.menuPlace.${value}`) }));
  }
  if (collectionId !== "Questions" || key !== "pages") return undefined;
  const offered = Object.values(pages).flatMap(({ content }) =>
    content?.texts && content.lists?.includes("Questions") ? [content.texts] : [],
  );
  const kept = Array.isArray(chosen) ? chosen.map(String) : [];
  return [...new Set([...offered, ...kept])].map((value) => ({ value, label: pageName(value) }));
}
