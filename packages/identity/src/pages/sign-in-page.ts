import { words } from "@uola/words/identity";
import { html } from "hono/html";
import type { Visit } from "../screen.ts";
import { arrow } from "./art.ts";
import type { Flaw } from "./form-errors.ts";
import { input, summary } from "./form.ts";
import { layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";
import { passkeyForm } from "./passkey-form.ts";

type Shown = {
  email: string;
  /** Who is signed in now, when signing in would change that. */
  current: string | undefined;
  notice: "switch" | "again" | undefined;
  flaw: Flaw | undefined;
  /** Where a forgotten password is replaced. */
  forgot: string;
  /** What the browser has to solve beside the password. */
  work: object | undefined;
};

export function signInPage(site: Site, visit: Visit, { email, current, notice, flaw, forgot, work }: Shown): Markup {
  const { locale, link } = visit;
  const say = words(locale);
  const body = html`
<h2>${say("signIn")}</h2>
<p class="lead">${say("signInLead")}</p>
${notice === "switch" && current ? html`<p class="note">${say("switchNotice", { email: current })}</p>` : ""}
${notice === "again" ? html`<p class="note">${say("againNotice")}</p>` : ""}
${summary(say, flaw, say("notSignedIn"))}
<form method="post" action="${link("login")}" novalidate>
${input(say, flaw, { name: "email", label: say("email"), value: email, type: "email", autocomplete: "username webauthn", autofocus: !flaw && !email, maxlength: 254 })}
${input(say, flaw, { name: "password", label: say("password"), type: "password", autocomplete: "current-password", autofocus: !flaw && Boolean(email), maxlength: 1000 })}
${work ? html`<input type="hidden" name="work" data-work="${JSON.stringify(work)}"><noscript><p class="note">${say("workNeedsScript")}</p></noscript>` : ""}
<p class="forgot"><a href="${forgot}">${say("forgotPassword")}</a></p>
<button class="tape">${say("signIn")}${arrow()}</button>
</form>
${passkeyForm(say, visit, { label: say("signInPasskey"), autofill: true })}
<p class="other">${say("noAccountYet")} <a href="${link("register")}">${say("createAccount")}</a></p>
<p class="away"><a href="${site.url}">${say("backToSite")}</a></p>`;
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
