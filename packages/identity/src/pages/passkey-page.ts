import { words } from "@uola/words/identity";
import { html } from "hono/html";
import type { Visit } from "../screen.ts";
import type { Flaw } from "./form-errors.ts";
import { summary } from "./form.ts";
import { layout, type Site } from "./layout.ts";
import type { Markup } from "./markup.ts";
import { passkeyForm } from "./passkey-form.ts";

/** Adds a passkey. */
export function passkeyPage(
  site: Site,
  visit: Visit,
  { name, flaw }: { name: string; flaw: Flaw | undefined },
): Markup {
  const { locale, link } = visit;
  const say = words(locale);
  const body = html`
<h2>${say("passkeyTitle")}</h2>
<p class="lead">${say("passkeyLead")}</p>
${summary(say, flaw)}
<p class="note" data-without-passkeys>${say("passkeyNeedsBrowser")}</p>
${passkeyForm(say, visit, { label: say("addPasskey"), make: { name, isMain: true } })}
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
