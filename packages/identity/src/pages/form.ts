import type { IdentityWords } from "@uola/words/identity";
import { html } from "hono/html";
import { type Field, type FormError, formMessageText } from "./form-errors.ts";
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

/** Renders a field with its label, hint and error. */
export function input(say: IdentityWords, formError: FormError | undefined, given: Input): Markup {
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
  const mistake = formError?.fields?.[name];
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

/**
 * Renders the error summary above the form. It receives the focus, so that screen readers read it
 * first, and links to each field.
 */
export function summary(say: IdentityWords, formError: FormError | undefined, failed = say("notDone")): Markup | "" {
  if (!formError) return "";
  const mistakes = Object.entries(formError.fields ?? {});
  const title = formError.formMessage ? failed : say("mistakes", { count: mistakes.length });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${title}</h2>
${formError.formMessage ? html`<p>${formMessageText(say, formError)}</p>` : ""}
${formError.action ? html`<p><a href="${formError.action.href}">${formError.action.label}</a></p>` : ""}
${
  mistakes.length > 0
    ? html`<ul>${mistakes.map(([field, message]) => html`<li><a href="#${field}">${say(message)}</a></li>`)}</ul>`
    : ""
}
</div>`;
}
