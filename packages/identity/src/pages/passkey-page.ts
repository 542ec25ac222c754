import { words } from "@uola/words/identity";
import { html } from "hono/html";
import type { ScreenRequest } from "../screen.ts";
import { summary } from "./form.ts";
import type { FormError } from "./form-errors.ts";
import { layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";
import { passkeyForm } from "./passkey-form.ts";

/** Adds a passkey. */
export function passkeyPage(
  site: Site,
  request: ScreenRequest,
  { name, formError }: { name: string; formError: FormError | undefined },
): Markup {
  const { locale, link } = request;
  const say = words(locale);
  const body = html`
<h2>${say("passkeyTitle")}</h2>
<p class="lead">${say("passkeyLead")}</p>
${summary(say, formError)}
<p class="note" data-without-passkeys>${say("passkeyNeedsBrowser")}</p>
${passkeyForm(say, request, { label: say("addPasskey"), make: { name, isMain: true } })}
<form class="other" method="post" action="${link("passkey")}">
<button class="plain" name="later" value="yes">${say("notNow")}</button>
</form>`;
  return layout(site, {
    locale,
    title: say("passkeyTitle"),
    headline: say("passkeyHeadline"),
    art: "edge",
    otherLanguage: link("passkey", locale === "lt" ? "en" : "lt"),
    scripts: true,
    body,
  });
}
