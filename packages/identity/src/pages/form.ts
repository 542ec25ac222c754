import type { IdentityWords } from "@uola/words/identity";
import { html } from "hono/html";
import { type Field, type Flaw, wholeMessage } from "./form-errors.ts";
import type { Markup } from "./markup.ts";

type Input = {
  name: Field;
  label: string;
  value?: string;
  hint?: string;
  type?: "text" | "email" | "password";
  inputmode?: "numeric";
  autocomplete: string;
  required?: boolean;
  autofocus?: boolean;
  maxlength: number;
};

/** A field with its label above and, below, its hint and what is wrong with it. */
export function input(say: IdentityWords, flaw: Flaw | undefined, given: Input): Markup {
  const {
    name,
    label,
    value = "",
    hint,
    type = "text",
    inputmode,
    autocomplete,
    required = true,
    autofocus,
    maxlength,
  } = given;
  const mistake = flaw?.fields?.[name];
  const described = [hint && `${name}-hint`, mistake && `${name}-mistake`].filter(Boolean).join(" ");
  return html`<div class="entry${mistake ? " wrong" : ""}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="${maxlength}"
${type === "email" ? html`inputmode="email" autocapitalize="none" spellcheck="false"` : ""}
${inputmode ? html`inputmode="${inputmode}"` : ""}
${required ? "required" : ""} ${autofocus ? "autofocus" : ""}
${mistake ? html`aria-invalid="true"` : ""} ${described ? html`aria-describedby="${described}"` : ""}>
${type === "password" ? html`<button class="plain shows" type="button" hidden data-shows="${name}" data-hide="${say("hidePassword")}">${say("showPassword")}</button>` : ""}
${mistake ? html`<p class="mistake" id="${name}-mistake">${say(mistake)}</p>` : ""}
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ""}
</div>`;
}

/** What went wrong, over the form; it takes the focus, so that it is read first, and leads to each field. */
export function summary(say: IdentityWords, flaw: Flaw | undefined, failed = say("notDone")): Markup | "" {
  if (!flaw) return "";
  const mistakes = Object.entries(flaw.fields ?? {});
  const title = flaw.whole ? failed : say("mistakes", { count: mistakes.length });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${title}</h2>
${flaw.whole ? html`<p>${wholeMessage(say, flaw)}</p>` : ""}
${flaw.remedy ? html`<p><a href="${flaw.remedy.href}">${flaw.remedy.label}</a></p>` : ""}
${
  mistakes.length > 0
    ? html`<ul>${mistakes.map(([field, message]) => html`<li><a href="#${field}">${say(message)}</a></li>`)}</ul>`
    : ""
}
</div>`;
}
