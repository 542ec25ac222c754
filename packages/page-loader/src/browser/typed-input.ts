type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type Typed = { field: Field; value: string; checked: boolean };

/** A selector of form fields. */
export const fields = "input, textarea, select";

/** Returns the values typed into fields since the document was loaded. */
export function typedIn(element: Element): Typed[] {
  return [...element.querySelectorAll<Field>(fields)]
    .filter(isChanged)
    .map((field) => ({ field, value: field.value, checked: "checked" in field && field.checked }));
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  // The value of a checkbox or radio button is not user input; without a value attribute it is "on"
  // and its default is "".
  if (/^(checkbox|radio)$/.test(field.type))
    return (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked;
  return field.value !== field.defaultValue;
}
