type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type Typed = { field: Field; value: string; checked: boolean };

/** What is filled in by somebody. */
export const fields = "input, textarea, select";

/** What was typed into fields since the document came. */
export function typedIn(element: Element): Typed[] {
  return [...element.querySelectorAll<Field>(fields)]
    .filter(isChanged)
    .map((field) => ({ field, value: field.value, checked: "checked" in field && field.checked }));
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  // A box's value is no text: one that says none has "on", and "" by default.
  if (/^(checkbox|radio)$/.test(field.type))
    return (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked;
  return field.value !== field.defaultValue;
}
