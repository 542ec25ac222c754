import { renderToString } from "react-dom/server";
import type { FirstData, Head, PageProps, SiteTable } from "../page.ts";
import { propsOf, Tree } from "../tree.tsx";

/** A page's HTML and head from data that has already been read. */
export async function draw(table: SiteTable, first: FirstData): Promise<{ html: string; head: Head }> {
  const page = table.pages[first.page];
  if (!page) throw new Error(`No page "${first.page}".`);
  const [view, frame] = await Promise.all([page.view(), table.frame()]);
  const shown = { kind: page.kind, from: first, answers: first.answers, view, search: first.shown, drawn: first.shown };
  const html = renderToString(<Tree shown={shown} around={{ app: first.app, slices: first.slices, frame }} />);
  const head = view.head(propsOf(shown, first.shown) as PageProps<never, never>);
  return { html, head: { ...head, hidden: head.hidden ?? (first.preview !== undefined || page.hidden) } };
}

/** The 500 page stands alone: it must not need what has just failed. */
export async function drawError(
  table: SiteTable,
  params: { requestId: string } | { busy: "yes" },
): Promise<{ html: string; head: Head }> {
  const view = await table.pages.error.view();
  const from = { page: "error", path: "/500/", params, search: "", now: new Date(0).toISOString() };
  const props = propsOf({ from: { ...from, data: null, shared: {}, build: "", scripts: [] }, answers: {} }, "");
  const only = props as PageProps<never, never>;
  return { html: renderToString(<view.default {...only} />), head: view.head(only) };
}
