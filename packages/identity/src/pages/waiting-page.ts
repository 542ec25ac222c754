import { words } from "@uola/words/identity";
import { html } from "hono/html";
import type { Visit } from "../screen.ts";
import { arrow } from "./art.ts";
import type { Flaw } from "./form-errors.ts";
import { summary } from "./form.ts";
import { layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";

type Shown = { email: string; wasSent: boolean; flaw: Flaw | undefined };

/** After registering where an address has to be verified first: check your mail, or ask for another. */
export function checkMailPage(site: Site, { locale, link }: Visit, { email, wasSent, flaw }: Shown): Markup {
  const say = words(locale);
  const body = html`
<h2>${say("mailTitle")}</h2>
<p class="lead">${say("mailText", { email })}</p>
${wasSent ? html`<p class="note" role="status">${say("mailSent")}</p>` : ""}
${summary(say, flaw)}
<a class="tape" href="${link("login")}">${say("mailVerified")}${arrow()}</a>
<form class="other" method="post" action="${link("mail")}">
<p>${say("mailMissing")}</p>
<button class="plain">${say("mailAgain")}</button>
</form>
<p class="away"><a href="${site.url}">${say("backToSite")}</a></p>`;
  return layout(site, {
    locale,
    title: say("mailTitle"),
    headline: say("mailHeadline"),
    art: "pocket",
    otherLanguage: link("mail", locale === "lt" ? "en" : "lt"),
    body,
  });
}

/** After registering where somebody has to approve first. */
export function approvalPage(site: Site, { locale }: Visit, email: string): Markup {
  const say = words(locale);
  const body = html`
<h2>${say("waitTitle")}</h2>
<p class="lead">${say("waitText", { email })}</p>
<a class="tape" href="${site.url}">${say("backToSite")}${arrow()}</a>`;
  return layout(site, { locale, title: say("waitTitle"), headline: say("waitHeadline"), art: "sloper", body });
}
