import { words } from "@uola/words/identity";
import { html } from "hono/html";
import type { ScreenRequest } from "../screen.ts";
import { arrow } from "./art.ts";
import { summary } from "./form.ts";
import type { FormError } from "./form-errors.ts";
import { homeOf, layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";

type PageProps = { email: string; wasSent: boolean; formError: FormError | undefined };

/**
 * The page after registering if the address must be verified: asks the person to check the inbox or
 * request another e-mail.
 */
export function checkMailPage(
  site: Site,
  { locale, link }: ScreenRequest,
  { email, wasSent, formError }: PageProps,
): Markup {
  const say = words(locale);
  const body = html`
<h2>${say("mailTitle")}</h2>
<p class="lead">${say("mailText", { email })}</p>
${wasSent ? html`<p class="note" role="status">${say("mailSent")}</p>` : ""}
${summary(say, formError)}
<a class="tape" href="${link("login")}">${say("mailVerified")}${arrow()}</a>
<form class="other" method="post" action="${link("mail")}">
<p>${say("mailMissing")}</p>
<button class="plain">${say("mailAgain")}</button>
</form>
<p class="away"><a href="${homeOf(site, locale)}">${say("backToSite")}</a></p>`;
  return layout(site, {
    locale,
    title: say("mailTitle"),
    headline: say("mailHeadline"),
    art: "pocket",
    otherLanguage: link("mail", locale === "lt" ? "en" : "lt"),
    body,
  });
}

/** The page after registering if an owner must approve the account. */
export function approvalPage(site: Site, { locale }: ScreenRequest, email: string): Markup {
  const say = words(locale);
  const body = html`
<h2>${say("waitTitle")}</h2>
<p class="lead">${say("waitText", { email })}</p>
<a class="tape" href="${homeOf(site, locale)}">${say("backToSite")}${arrow()}</a>`;
  return layout(site, { locale, title: say("waitTitle"), headline: say("waitHeadline"), art: "sloper", body });
}
