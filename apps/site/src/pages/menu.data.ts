import { type MenuPlace, menuPlaces } from "@uola/browser/gym/menu-places.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { DataInput, Page } from "@uola/page-loader/page.ts";
import { say } from "@uola/words/site";
import { type MenuLink, menuLinksOf, readLists } from "../content/read.ts";

type Link = { href: string; label: string };
/** The links of every menu. */
export type MenuData = Record<MenuPlace, Link[]>;

export async function data(input: DataInput): Promise<MenuData> {
  return menusOf(input.pages, menuLinksOf(await readLists(input, "MenuLinks")));
}

/**
 * Returns the default menus from the page table. A menu for which the owner has defined links has
 * only those.
 */
export function menusOf(pages: readonly Page[], written: readonly MenuLink[]): MenuData {
  const menus = menuPlaces.map((place): [MenuPlace, Link[]] => {
    const own = written.filter((link) => link.place === place).flatMap((link) => linkOf(pages, link));
    return [place, own.length > 0 ? own : linksOfTable(pages, place)];
  });
  return Object.fromEntries(menus) as MenuData;
}

const linksOfTable = (pages: readonly Page[], place: MenuPlace): Link[] => [
  ...pages.flatMap(({ path, name, menu }) =>
    name && menu && isIn[place](menu)
      ? [
          { href: linkTo(path), label: say(name) },
          ...(menu.also ?? []).map((part) => ({ href: linkTo(path + part.search), label: say(part.name) })),
        ]
      : [],
  ),
  ...(place === "FOOTER_SECOND" ? [{ href: linkTo("/"), label: say("page.home") }] : []),
];

const isIn: Record<MenuPlace, (menu: NonNullable<Page["menu"]>) => boolean> = {
  HEADER: ({ header }) => header === true,
  MORE: ({ more }) => more === true,
  FOOTER_FIRST: ({ footer }) => footer === 1,
  FOOTER_SECOND: ({ footer }) => footer === 2,
  DOCUMENTS: ({ footer }) => footer === "print",
};

/**
 * Resolves a link with a label: the owner's label in this language, else the name of its page, else
 * the label in the other language.
 */
function linkOf(pages: readonly Page[], { link, label, otherLabel }: MenuLink): Link[] {
  const isOurs = link.startsWith("/");
  const page = pages.find(({ path, aliases }) => [path, ...(aliases ?? [])].includes(link));
  const called = label || (page?.name && say(page.name)) || otherLabel;
  return called ? [{ href: isOurs ? linkTo(page?.path ?? link) : link, label: called }] : [];
}
