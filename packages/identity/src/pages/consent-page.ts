import { words } from "@uola/words/identity";
import { html } from "hono/html";
import type { ScreenRequest } from "../screen.ts";
import { arrow } from "./art.ts";
import { layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";

const meanings = {
  openid: "scopeOpenid",
  profile: "scopeProfile",
  email: "scopeEmail",
  offline_access: "scopeOfflineAccess",
} as const;

/** The page that asks whether a third-party site may learn the identity of this person. */
export function consentPage(site: Site, { locale, link, interaction }: ScreenRequest, client: string): Markup {
  const say = words(locale);
  const asked = String(interaction.params.scope ?? "openid").split(" ");
  const scopes = Object.entries(meanings).filter(([scope]) => asked.includes(scope));
  const body = html`
<h2>${client}</h2>
<p class="lead">${say("consentText", { client })}</p>
<ul class="wishes">${scopes.map(([, meaning]) => html`<li>${say(meaning)}</li>`)}</ul>
<p>${say("consentLimits")}</p>
<form class="choice" method="post" action="${link("consent")}">
<button class="tape" name="answer" value="allow">${say("allow")}${arrow()}</button>
<button class="pill" name="answer" value="refuse">${say("refuse")}</button>
</form>`;
  const otherLanguage = link("consent", locale === "lt" ? "en" : "lt");
  return layout(site, {
    locale,
    title: say("consentHeadline"),
    headline: say("consentHeadline"),
    art: "jug",
    otherLanguage,
    body,
  });
}
