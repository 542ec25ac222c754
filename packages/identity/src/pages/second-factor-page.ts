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
  /** The second factors that the person has set up. */
  hasApp: boolean;
  hasPasskey: boolean;
  formError: FormError | undefined;
};

/** The page that asks for a code from the app, a recovery code, or a passkey. */
export function secondFactorPage(
  site: Site,
  request: ScreenRequest,
  { hasApp, hasPasskey, formError }: PageProps,
): Markup {
  const { locale, link } = request;
  const say = words(locale);
  const isRecovering = formError?.fields?.recoveryCode !== undefined;
  const body = html`
<h2>${say("codeTitle")}</h2>
${hasApp ? html`<p class="lead">${say("codeLead")}</p>` : ""}
${summary(say, formError)}
${
  hasApp
    ? html`<form method="post" action="${link("code")}" novalidate>
${input(say, formError, { name: "code", label: say("code"), hint: say("codeHint"), inputmode: "numeric", autocomplete: "one-time-code", autofocus: !formError, maxlength: 20 })}
<button class="tape">${say("confirm")}${arrow()}</button>
</form>`
    : html`<p class="note" data-without-passkeys>${say("passkeyNeedsBrowser")}</p>`
}
${hasPasskey ? passkeyForm(say, request, { label: say("confirmPasskey") }) : ""}
${
  hasApp
    ? html`<details ${isRecovering ? "open" : ""}><summary>${say("noPhone")}</summary>
<form method="post" action="${link("code")}" novalidate>
${input(say, formError, { name: "recoveryCode", label: say("recoveryCode"), hint: say("recoveryCodeHint"), autocomplete: "off", maxlength: 40 })}
<button class="pill">${say("confirm")}</button>
</form></details>`
    : ""
}
<form class="other" method="post" action="${link("code")}">
<button class="plain" name="another" value="yes">${say("otherAccount")}</button>
</form>
<p class="away"><a href="${homeOf(site, locale)}">${say("backToSite")}</a></p>`;
  return layout(site, {
    locale,
    title: say("codeTitle"),
    headline: say("codeHeadline"),
    art: "jug",
    otherLanguage: link("code", locale === "lt" ? "en" : "lt"),
    scripts: hasPasskey,
    body,
  });
}
