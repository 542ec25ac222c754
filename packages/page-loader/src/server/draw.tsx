import { language } from "@uola/words/language";
import { renderToString } from "react-dom/server";
import { inLocale } from "../locale.ts";
import type { FirstData, Head, Page, PageData, PageProps, SiteTable } from "../page.ts";
import { propsOf, Tree } from "../tree.tsx";

/** Renders a page's HTML and head from data that has already been read. */
export async function draw(table: SiteTable, first: FirstData): Promise<{ html: string; head: Head }> {
  const page = table.pages[first.page];
  if (!page) throw new Error(`No page "${first.page}".`);
  const [view, frame] = await Promise.all([page.view(), table.frame()]);
  await view.prepare?.(new URLSearchParams(first.shown));
  const shown = { kind: page.kind, from: first, answers: first.answers, view, search: first.shown, drawn: first.shown };
  const html = renderToString(
    <Tree shown={shown} around={{ app: first.app, slices: first.slices, frame, pages: table.pages }} />,
  );
  const head = view.head(propsOf(shown, first.shown) as PageProps<never, never>);
  return { html, head: { ...head, hidden: head.hidden ?? (first.preview !== undefined || page.hidden) } };
}

/** Renders a page without the frame. */
export async function drawAlone(
  page: Page,
  first: Pick<FirstData, keyof PageData | "answers">,
): Promise<{ html: string; head: Head }> {
  const view = await page.view();
  const props = propsOf({ from: first, answers: first.answers }, first.search) as PageProps<never, never>;
  return { html: renderToString(<view.default {...props} />), head: view.head(props) };
}

/**
 * Renders the 500 page without the frame, because it must not depend on anything that has just
 * failed.
 */
export const drawError = (table: SiteTable, params: { requestId: string } | { busy: "yes" }) =>
  drawAlone(table.pages.error, withoutData("error", "/500/", params));

/** Renders the page shown while the platform is unavailable, without any data from it. */
export const drawAway = (table: SiteTable) => drawAlone(table.pages.away, withoutData("away", table.pages.away.path));

const withoutData = (page: string, path: string, params: PageData["params"] = {}) => ({
  page,
  path: inLocale(path, language()),
  params,
  search: "",
  now: new Date(0).toISOString(),
  data: null,
  shared: {},
  build: "",
  scripts: [],
  answers: {},
});
