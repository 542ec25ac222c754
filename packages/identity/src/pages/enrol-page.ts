import { words } from "@uola/words/identity";
import { html, raw } from "hono/html";
import { toString as picture } from "qrcode";
import type { ScreenRequest } from "../screen.ts";
import { arrow } from "./art.ts";
import { input, summary } from "./form.ts";
import type { FormError } from "./form-errors.ts";
import { homeOf, layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";
import { passkeyForm } from "./passkey-form.ts";

type PageProps = {
  secret: string;
  /** `otpauth://` */
  address: string;
  isRequired: boolean;
  /**
   * The suggested name for a passkey, which the person may create instead of using an app.
   * Undefined if a passkey is not sufficient here.
   */
  passkey: string | undefined;
  formError: FormError | undefined;
};

/** The page that turns on a second factor: scan the QR code, then enter a first code. */
export async function enrolPage(site: Site, request: ScreenRequest, shown: PageProps): Promise<Markup> {
  const { secret, address, isRequired, passkey, formError } = shown;
  const { locale, link } = request;
  const say = words(locale);
  const qr = await picture(address, { type: "svg", margin: 0, color: { dark: "#0c1a4b", light: "#0000" } });
  const body = html`
<h2>${say("enrolTitle")}</h2>
<p class="lead">${isRequired ? say("enrolLeadRequired") : say("enrolLead")}</p>
${summary(say, formError)}
<ol class="steps">
<li><p>${say("enrolScan")}</p>
<div class="qr" role="img" aria-label="${say("enrolQr")}">${raw(qr)}</div>
<p class="open"><a href="${address}">${say("enrolOpen")}</a></p>
<p class="hint">${say("enrolByHand")} <code>${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p></li>
<li><form method="post" action="${link("enrol")}" novalidate>
<input type="hidden" name="secret" value="${secret}">
<input type="hidden" name="address" value="${address}">
${input(say, formError, { name: "code", label: say("enrolEnter"), hint: say("codeHint"), inputmode: "numeric", autocomplete: "one-time-code", maxlength: 20 })}
<button class="tape">${say("turnOn")}${arrow()}</button>
</form></li>
</ol>
${passkey === undefined ? "" : passkeyForm(say, request, { label: say("enrolPasskey"), make: { name: passkey } })}
<form class="other" method="post" action="${link("enrol")}">
${
  isRequired
    ? html`<button class="plain" name="another" value="yes">${say("otherAccount")}</button>`
    : html`<button class="plain" name="later" value="yes">${say("notNow")}</button>`
}
</form>
<p class="away"><a href="${homeOf(site, locale)}">${say("backToSite")}</a></p>`;
  return layout(site, {
    locale,
    title: say("enrolTitle"),
    headline: say("enrolHeadline"),
    art: "flower",
    otherLanguage: link("enrol", locale === "lt" ? "en" : "lt"),
    scripts: passkey !== undefined,
    body,
  });
}

/** The page that shows the recovery codes, once. */
export function recoveryCodesPage(site: Site, { locale }: ScreenRequest, codes: string[], redirectTo: string): Markup {
  const say = words(locale);
  const body = html`
<h2>${say("recoveryTitle")}</h2>
<p class="lead">${say("recoveryLead")}</p>
<ul class="codes" aria-label="${say("recoveryList")}">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<a class="tape" href="${redirectTo}">${say("recoveryKept")}${arrow()}</a>`;
  return layout(site, {
    locale,
    title: say("recoveryTitle"),
    headline: say("recoveryHeadline"),
    art: "pocket",
    body,
  });
}
