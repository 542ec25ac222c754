import type { IdentityWords } from "@uola/words/identity";
import { html } from "hono/html";
import type { ScreenRequest } from "../screen.ts";
import { arrow } from "./art.ts";
import { input } from "./form.ts";
import type { Markup } from "./markup.ts";

type PasskeyFormOptions = {
  label: string;
  /** If set, the form creates a passkey with this name; otherwise it uses an existing one. */
  make?: { name?: string; isMain?: boolean };
  /** The browser may offer passkeys in the e-mail field. */
  autofill?: boolean;
};

/** A passkey button. It is hidden until the script runs, because it does nothing without the script. */
export function passkeyForm(
  say: IdentityWords,
  { link }: ScreenRequest,
  { label, make, autofill = false }: PasskeyFormOptions,
): Markup {
  const named = make?.name ?? "";
  return html`<form method="post" action="${link("passkey")}" hidden data-options="${link("passkey", "options")}"
data-stopped="${say("passkeyStopped")}" data-known="${say("passkeyKnown")}"
${make ? html`data-make="true"` : ""} ${autofill ? html`data-autofill="true"` : ""}>
<input type="hidden" name="response">
${
  make?.isMain
    ? input(say, undefined, {
        name: "passkeyName",
        label: say("passkeyName"),
        hint: say("passkeyNameHint"),
        value: named,
        autocomplete: "off",
        maxlength: 60,
      })
    : named
      ? html`<input type="hidden" name="passkeyName" value="${named}">`
      : ""
}
<button class="${make?.isMain ? "tape" : "pill"}">${label}${make?.isMain ? arrow() : ""}</button>
<p class="mistake said-here" role="status"></p>
</form>`;
}

/**
 * Returns the default name of a passkey created here: the common names of the browser and operating
 * system.
 */
export function suggestedName(userAgent: string): string {
  const first = (known: [RegExp, string][]) => known.find(([sign]) => sign.test(userAgent))?.[1];
  const system = first([
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Android/, "Android"],
    [/Windows/, "Windows"],
    [/Mac OS X/, "Mac"],
    [/CrOS/, "Chromebook"],
    [/Linux/, "Linux"],
  ]);
  const program = first([
    [/Edg/, "Edge"],
    [/OPR/, "Opera"],
    [/SamsungBrowser/, "Samsung Internet"],
    [/Firefox|FxiOS/, "Firefox"],
    [/Chrome|CriOS/, "Chrome"],
    [/Safari/, "Safari"],
  ]);
  return [program, system].filter(Boolean).join(", ");
}
