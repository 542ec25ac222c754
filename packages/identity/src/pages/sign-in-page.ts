import { words } from "@uola/words/identity";
import { html } from "hono/html";
import type { ScreenRequest } from "../screen.ts";
import { arrow } from "./art.ts";
import { input, summary } from "./form.ts";
import type { FormError } from "./form-errors.ts";
import { homeOf, layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";
import { passkeyForm } from "./passkey-form.ts";

type PageProps = {
  email: string;
  /** The e-mail address of the account that is signed in now, if signing in would change it. */
  current: string | undefined;
  notice: "switch" | "again" | undefined;
  formError: FormError | undefined;
  /** The URL of the page on which a forgotten password is reset. */
  forgot: string;
  /** The proof-of-work challenge that the browser solves while the user types the password. */
  work: object | undefined;
};

export function signInPage(
  site: Site,
  request: ScreenRequest,
  { email, current, notice, formError, forgot, work }: PageProps,
): Markup {
  const { locale, link } = request;
  const say = words(locale);
  const body = html`
<h2>${say("signIn")}</h2>
<p class="lead">${say("signInLead")}</p>
${notice === "switch" && current ? html`<p class="note">${say("switchNotice", { email: current })}</p>` : ""}
${notice === "again" ? html`<p class="note">${say("againNotice")}</p>` : ""}
${summary(say, formError, say("notSignedIn"))}
<form method="post" action="${link("login")}" novalidate>
${input(say, formError, { name: "email", label: say("email"), value: email, type: "email", autocomplete: "username webauthn", autofocus: !formError && !email, maxlength: 254 })}
${input(say, formError, { name: "password", label: say("password"), type: "password", autocomplete: "current-password", autofocus: !formError && Boolean(email), maxlength: 1000 })}
${work ? html`<input type="hidden" name="work" data-work="${JSON.stringify(work)}"><noscript><p class="note">${say("workNeedsScript")}</p></noscript>` : ""}
<p class="forgot"><a href="${forgot}">${say("forgotPassword")}</a></p>
<button class="tape">${say("signIn")}${arrow()}</button>
</form>
${passkeyForm(say, request, { label: say("signInPasskey"), autofill: true })}
<p class="other">${say("noAccountYet")} <a href="${link("register")}">${say("createAccount")}</a></p>
<p class="away"><a href="${homeOf(site, locale)}">${say("backToSite")}</a></p>`;
  const otherLanguage = link("login", locale === "lt" ? "en" : "lt");
  return layout(site, {
    locale,
    title: say("signIn"),
    headline: say("signInHeadline"),
    art: "pocket",
    otherLanguage,
    scripts: work ? "work" : true,
    body,
  });
}
