import type { Locale } from "@uola/words";
import { type IdentityWords, words } from "@uola/words/identity";
import { html } from "hono/html";
import type { FormProof } from "../csrf.ts";
import { type Art, arrow } from "./art.ts";
import type { Flaw } from "./form-errors.ts";
import { input, summary } from "./form.ts";
import { layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";

type MailLinkKind = "reset" | "activate" | "verify" | "change";
/** What every one of these pages needs: the language, what its form carries, and the same page in another language. */
export type MailLinkPage = { locale: Locale; proof: FormProof; link(locale: Locale): string };

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

const form = ({ proof }: MailLinkPage, fields: Markup | "", button: string): Markup => html`
<form method="post" action="${proof.action}" novalidate>
<input type="hidden" name="proof" value="${proof.value}">
${fields}
<button class="tape">${button}${arrow()}</button>
</form>`;

const away = (site: Site, say: IdentityWords) =>
  html`<p class="away"><a href="${site.url}">${say("backToSite")}</a></p>`;

export function forgotPage(
  site: Site,
  mailLink: MailLinkPage,
  { email, flaw }: { email: string; flaw: Flaw | undefined },
): Markup {
  const say = words(mailLink.locale);
  const fields = input(say, flaw, {
    ...{ name: "email", label: say("email"), value: email, type: "email", autocomplete: "username" },
    ...{ autofocus: !flaw, maxlength: 254 },
  });
  const body = html`
<h2>${say("forgotPassword")}</h2>
<p class="lead">${say("forgotLead")}</p>
${summary(say, flaw)}
${form(mailLink, fields, say("sendLink"))}
${away(site, say)}`;
  return frame(site, mailLink, {
    ...{ title: say("forgotPassword"), headline: say("forgotHeadline"), art: "pocket", isStep: true, body },
  });
}

/** The same whether there is such an account or not. */
export function sentPage(site: Site, mailLink: MailLinkPage): Markup {
  const say = words(mailLink.locale);
  const body = html`
<p class="lead" role="status">${say("sentText")}</p>
${away(site, say)}`;
  return frame(site, mailLink, { title: say("sentHeadline"), headline: say("sentHeadline"), art: "pocket", body });
}

type PasswordShown = { email: string; flaw: Flaw | undefined };

export function passwordPage(
  site: Site,
  mailLink: MailLinkPage,
  kind: "reset" | "activate",
  shown: PasswordShown,
): Markup {
  const { email, flaw } = shown;
  const say = words(mailLink.locale);
  const title = say(`${kind}Title`);
  const fields = html`
<input class="unseen" type="email" name="username" value="${email}" autocomplete="username" readonly hidden>
${input(say, flaw, {
  ...{ name: "password", label: say("newPassword"), hint: say("passwordHint"), type: "password" },
  ...{ autocomplete: "new-password", autofocus: !flaw, maxlength: 1000 },
})}`;
  const body = html`
<h2>${title}</h2>
<p class="lead">${say(`${kind}Lead`, { email })}</p>
${summary(say, flaw)}
${form(mailLink, fields, say("savePassword"))}`;
  return frame(site, mailLink, { title, headline: say(`${kind}Headline`), art: art[kind], isStep: true, body });
}

/** One button: the address is theirs. `trouble` says why it could not be done. */
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
    ? html`<p class="lead" role="alert">${say(trouble)}</p>${away(site, say)}`
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

/** A link that has ended, was used, or was followed by a newer one. */
export function deadLinkPage(site: Site, mailLink: MailLinkPage, kind: MailLinkKind): Markup {
  const say = words(mailLink.locale);
  const canAsk = kind === "reset" || kind === "activate";
  const body = html`
<p class="lead">${say("deadLinkText")}</p>
${canAsk ? "" : html`<p class="note">${say("deadLinkAccount")}</p>`}
<a class="tape" href="${canAsk ? `/password/forgot?lang=${mailLink.locale}` : new URL("/account/", site.url).href}">
${say(canAsk ? "deadLinkNew" : "signIn")}${arrow()}</a>
${away(site, say)}`;
  return frame(site, mailLink, {
    title: say("deadLinkHeadline"),
    headline: say("deadLinkHeadline"),
    art: "sloper",
    body,
  });
}
