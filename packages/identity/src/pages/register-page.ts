import { words } from "@uola/words/identity";
import { html } from "hono/html";
import type { ScreenRequest } from "../screen.ts";
import { arrow } from "./art.ts";
import { input, summary } from "./form.ts";
import type { FormError } from "./form-errors.ts";
import { homeOf, layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";

type PageProps = { email: string; firstName: string; lastName: string; formError: FormError | undefined };

export function registerPage(
  site: Site,
  { locale, link }: ScreenRequest,
  { email, firstName, lastName, formError }: PageProps,
): Markup {
  const say = words(locale);
  const hint = formError ? `${say("passwordAgain")} ${say("passwordHint")}` : say("passwordHint");
  const body = html`
<h2>${say("createAccount")}</h2>
<p class="lead">${say("registerLead")}</p>
${summary(say, formError)}
<form method="post" action="${link("register")}" novalidate>
<div class="pair">
${input(say, formError, { name: "firstName", label: say("firstName"), value: firstName, autocomplete: "given-name", autofocus: !formError, maxlength: 100 })}
${input(say, formError, { name: "lastName", label: say("lastNameOptional"), value: lastName, autocomplete: "family-name", required: false, maxlength: 100 })}
</div>
${input(say, formError, { name: "email", label: say("email"), value: email, type: "email", autocomplete: "username", maxlength: 254 })}
${input(say, formError, { name: "password", label: say("password"), type: "password", autocomplete: "new-password", hint, maxlength: 1000 })}
<button class="tape">${say("createAccount")}${arrow()}</button>
</form>
<p class="other">${say("haveAccount")} <a href="${link("login")}">${say("signIn")}</a></p>
<p class="away"><a href="${homeOf(site, locale)}">${say("backToSite")}</a></p>`;
  const otherLanguage = link("register", locale === "lt" ? "en" : "lt");
  return layout(site, {
    locale,
    title: say("createAccount"),
    headline: say("registerHeadline"),
    art: "flower",
    otherLanguage,
    body,
  });
}
