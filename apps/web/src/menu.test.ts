import { contentPages } from "@uola/site/content/all-pages.ts";
import type { MenuLink } from "@uola/site/content/read.ts";
import { menusOf } from "@uola/site/pages/menu.data.ts";
import { inLanguage } from "@uola/words/language";
import { say, words } from "@uola/words/site";
import { expect, test } from "vitest";
import { site } from "./pages.ts";

const pages = Object.values(site.pages);
const written = (place: MenuLink["place"], link: string, label = "", otherLabel = label): MenuLink => ({
  link,
  place,
  label,
  otherLabel,
});

test("every page with editable texts or in a menu has a name", () => {
  const named = pages.filter(({ name }) => name);
  expect(pages.filter(({ menu, name }) => menu && !name)).toEqual([]);
  const texts = contentPages.map(({ collection }) => collection);
  expect(texts.filter((collection) => !named.some(({ content }) => content?.texts === collection))).toEqual([]);
});

test("uses the default menus until the owner defines one", () => {
  const { HEADER, FOOTER_SECOND, DOCUMENTS } = menusOf(pages, []);
  expect(HEADER[0]).toEqual({ href: "/schedule/", label: say("page.schedule") });
  expect(FOOTER_SECOND.at(-1)).toEqual({ href: "/", label: say("page.home") });
  expect(FOOTER_SECOND).toContainEqual({ href: "/search/", label: say("search.head") });
  expect(DOCUMENTS.map(({ href }) => href)).toContain("/privacy/");
});

test.each(["MORE", "FOOTER_SECOND"] as const)("the menu %s links to the section for schools and groups", (place) => {
  const link = { href: "/booking/private/?kind=school#chosen", label: "Grupėms ir mokykloms" };
  expect(menusOf(pages, [])[place]).toContainEqual(link);
  const english = { href: "/en/booking/private/?kind=school#chosen", label: "Groups and schools" };
  inLanguage("en", () => expect(menusOf(pages, [])[place]).toContainEqual(english));
});

test("the header menu has no additional links, because they would not fit", () => {
  expect(pages.filter(({ menu }) => menu?.header && menu.also)).toEqual([]);
});

test("a menu defined by the owner has exactly its valid links in order; other menus stay unchanged", () => {
  const menus = menusOf(pages, [
    written("HEADER", "/kainos/", "Kiek kainuoja"),
    written("HEADER", "https://shop.example/", "Parduotuvė"),
    written("HEADER", "/kids/"),
    written("HEADER", "/no-such-page/"),
  ]);
  expect(menus.HEADER).toEqual([
    { href: "/prices/", label: "Kiek kainuoja" },
    { href: "https://shop.example/", label: "Parduotuvė" },
    { href: "/kids/", label: say("page.kids") },
  ]);
  expect(menus.MORE).toEqual(menusOf(pages, []).MORE);
});

test("labels an untranslated link with its page's name, or else with the label in the other language", () =>
  inLanguage("en", () => {
    const { HEADER } = menusOf(pages, [
      written("HEADER", "/prices/", "", "Kiek kainuoja"),
      written("HEADER", "https://shop.example/", "", "Parduotuvė"),
    ]);
    expect(HEADER).toEqual([
      { href: "/en/prices/", label: words("en")("page.prices") },
      { href: "https://shop.example/", label: "Parduotuvė" },
    ]);
  }));
