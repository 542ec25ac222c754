import type { Account } from "@uola/accounts";
import { words } from "@uola/words/identity";
import { html } from "hono/html";
import type { ScreenRequest } from "../screen.ts";
import { arrow } from "./art.ts";
import { homeOf, layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";

/** The page that offers to continue with the current account or with another one. */
export function accountPage(site: Site, { locale, link }: ScreenRequest, { email, firstName }: Account): Markup {
  const say = words(locale);
  const body = html`
<h2>${say("accountTitle")}</h2>
<p class="lead">${say("accountText", { email })}</p>
<form class="choice" method="post" action="${link("account")}">
<button class="tape">${say("goOn", { name: firstName ?? email })}${arrow()}</button>
<button class="pill" name="another" value="yes">${say("otherAccount")}</button>
</form>
<p class="away"><a href="${homeOf(site, locale)}">${say("backToSite")}</a></p>`;
  return layout(site, {
    locale,
    title: say("accountTitle"),
    headline: say("accountHeadline"),
    art: "edge",
    otherLanguage: link("account", locale === "lt" ? "en" : "lt"),
    body,
  });
}
