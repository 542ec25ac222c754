import type { Locale } from "@uola/words";
import { words } from "@uola/words/identity";
import { html, raw } from "hono/html";
import type { Context } from "koa";
import { localeOf } from "../locale.ts";
import { type Art, arrow } from "./art.ts";
import { homeOf, layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";

export type Notice =
  | "loggedOut"
  | "expired"
  | "unknownClient"
  | "badReturn"
  | "badRequest"
  | "badForm"
  | "tooMany"
  | "notFound"
  | "failed";

const art: Record<Notice, Art> = {
  loggedOut: "edge",
  expired: "sloper",
  unknownClient: "edge",
  badReturn: "edge",
  badRequest: "sloper",
  badForm: "sloper",
  tooMany: "sloper",
  notFound: "sloper",
  failed: "sloper",
};

type Reader = Pick<Context, "query" | "get">;

/**
 * A page that explains what happened, that nothing was lost, and where to continue. `code`
 * identifies the error in a report.
 */
export function noticePage(
  site: Site,
  ctx: Reader,
  notice: Notice,
  { code, locale = localeOf(ctx) }: { code?: string; locale?: Locale } = {},
): Markup {
  const say = words(locale);
  const title = say(`${notice}Headline`);
  const body = html`
<p class="lead">${say(`${notice}Text`)}</p>
<a class="tape" href="${homeOf(site, locale)}">${say("backToSite")}${arrow()}</a>
${code ? html`<p class="hint">${say("details", { code })}</p>` : ""}`;
  return layout(site, { locale, title, headline: title, art: art[notice], body });
}

/**
 * The page on which the standard's logout asks for confirmation. `form` is the library's form, with
 * its CSRF token.
 */
export function logoutConfirmationPage(site: Site, ctx: Reader, form: string): Markup {
  const locale = localeOf(ctx);
  const say = words(locale);
  const body = html`
<p class="lead">${say("logoutText")}</p>
${raw(form)}
<div class="choice">
<button class="tape" form="op.logoutForm" name="logout" value="yes">${say("logOut")}${arrow()}</button>
<button class="pill" form="op.logoutForm">${say("stay")}</button>
</div>`;
  return layout(site, { locale, title: say("logOut"), headline: say("logoutHeadline"), art: "edge", body });
}
