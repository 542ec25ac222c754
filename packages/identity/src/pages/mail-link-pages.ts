import type { Locale } from "@uola/words";
import { words } from "@uola/words/identity";
import { pathIn } from "@uola/words/language";
import { html } from "hono/html";
import type { CsrfToken } from "../csrf.ts";
import { type Art, arrow } from "./art.ts";
import { input, summary } from "./form.ts";
import type { FormError } from "./form-errors.ts";
import { homeOf, layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";

type MailLinkKind = "reset" | "activate" | "verify" | "change";
/**
 * The data that each of these pages needs: the language, the CSRF token of its form, and its link
 * in another language.
 */
export type MailLinkPage = { locale: Locale; csrf: CsrfToken; link(locale: Locale): string };

const art: Record<MailLinkKind, Art> = { reset: "pocket", activate: "jug", verify: "edge", change: "edge" };

const frame = (
  site: Site,
  { locale, link }: MailLinkPage,
  page: { title: string; headline: string; art: Art; isStep?: boolean; body: Markup },
): Markup =>
  layout(site, {
    locale,
    ...page,
    otherLanguage: page.isStep ? link(locale === "lt" ? "en" : "lt") : undefined,
  });

const form = ({ csrf }: MailLinkPage, fields: Markup | "", button: string): Markup => html`
<form method="post" action="${csrf.action}" novalidate>
<input type="hidden" name="proof" value="${csrf.value}">
${fields}
<button class="tape">${button}${arrow()}</button>
</form>`;

const away = (site: Site, locale: Locale) =>
  html`<p class="away"><a href="${homeOf(site, locale)}">${words(locale)("backToSite")}</a></p>`;

export function forgotPage(
  site: Site,
  mailLink: MailLinkPage,
  { email, formError }: { email: string; formError: FormError | undefined },
): Markup {
  const say = words(mailLink.locale);
  const fields = input(say, formError, {
    name: "email",
    label: say("email"),
    value: email,
    type: "email",
    autocomplete: "username",
    autofocus: !formError,
    maxlength: 254,
  });
  const body = html`
<h2>${say("forgotPassword")}</h2>
<p class="lead">${say("forgotLead")}</p>
${summary(say, formError)}
${form(mailLink, fields, say("sendLink"))}
${away(site, mailLink.locale)}`;
  return frame(site, mailLink, {
    title: say("forgotPassword"),
    headline: say("forgotHeadline"),
    art: "pocket",
    isStep: true,
    body,
  });
}

/** The page after a link was requested. It is the same whether or not the account exists. */
export function sentPage(site: Site, mailLink: MailLinkPage): Markup {
  const say = words(mailLink.locale);
  const body = html`
<p class="lead" role="status">${say("sentText")}</p>
${away(site, mailLink.locale)}`;
  return frame(site, mailLink, { title: say("sentHeadline"), headline: say("sentHeadline"), art: "pocket", body });
}

type PasswordPageProps = { email: string; formError: FormError | undefined };

export function passwordPage(
  site: Site,
  mailLink: MailLinkPage,
  kind: "reset" | "activate",
  shown: PasswordPageProps,
): Markup {
  const { email, formError } = shown;
  const say = words(mailLink.locale);
  const title = say(`${kind}Title`);
  const fields = html`
<input class="unseen" type="email" name="username" value="${email}" autocomplete="username" readonly hidden>
${input(say, formError, {
  name: "password",
  label: say("newPassword"),
  hint: say("passwordHint"),
  type: "password",
  autocomplete: "new-password",
  autofocus: !formError,
  maxlength: 1000,
})}`;
  const body = html`
<h2>${title}</h2>
<p class="lead">${say(`${kind}Lead`, { email })}</p>
${summary(say, formError)}
${form(mailLink, fields, say("savePassword"))}`;
  return frame(site, mailLink, { title, headline: say(`${kind}Headline`), art: art[kind], isStep: true, body });
}

/**
 * The page with one button that confirms the e-mail address. `trouble` is the reason for a failed
 * confirmation.
 */
export function confirmPage(
  site: Site,
  mailLink: MailLinkPage,
  kind: "verify" | "change",
  email: string,
  trouble?: "emailTakenMeanwhile",
): Markup {
  const say = words(mailLink.locale);
  const title = say(`${kind}Title`);
  const body = html`
<h2>${title}</h2>
${
  trouble
    ? html`<p class="lead" role="alert">${say(trouble)}</p>${away(site, mailLink.locale)}`
    : html`<p class="lead">${say(`${kind}Lead`, { email })}</p>${form(mailLink, "", say(`${kind}Button`))}`
}`;
  return frame(site, mailLink, { title, headline: say(`${kind}Headline`), art: art[kind], isStep: !trouble, body });
}

export function donePage(site: Site, mailLink: MailLinkPage, kind: MailLinkKind, onward: string): Markup {
  const say = words(mailLink.locale);
  const title = say(`${kind}DoneHeadline`);
  const isVerified = kind === "verify";
  const body = html`
<p class="lead" role="status">${say(`${kind}DoneText`)}</p>
<a class="tape" href="${onward}">${say(isVerified ? "continue" : "signIn")}${arrow()}</a>`;
  return frame(site, mailLink, { title, headline: title, art: art[kind], body });
}

/** The page for a link that has expired, was used, or was replaced by a newer one. */
export function expiredLinkPage(site: Site, mailLink: MailLinkPage, kind: MailLinkKind): Markup {
  const say = words(mailLink.locale);
  const canAsk = kind === "reset" || kind === "activate";
  const body = html`
<p class="lead">${say("deadLinkText")}</p>
${canAsk ? "" : html`<p class="note">${say("deadLinkAccount")}</p>`}
<a class="tape" href="${canAsk ? `/password/forgot?lang=${mailLink.locale}` : new URL(pathIn(mailLink.locale, "/account/"), site.url).href}">
${say(canAsk ? "deadLinkNew" : "signIn")}${arrow()}</a>
${away(site, mailLink.locale)}`;
  return frame(site, mailLink, {
    title: say("deadLinkHeadline"),
    headline: say("deadLinkHeadline"),
    art: "sloper",
    body,
  });
}
