type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type Typed = { field: Field; value: string; checked: boolean };

/** What is filled in by somebody. */
export const fields = "input, textarea, select";

/** What was typed into fields since the document came. */
export function typedIn(element: Element): Typed[] {
  return [...element.querySelectorAll<Field>(fields)].flatMap((field) => {
    const changed =
      field instanceof HTMLSelectElement
        ? [...field.options].some((option) => option.selected !== option.defaultSelected)
        : field.value !== field.defaultValue || ("checked" in field && field.checked !== field.defaultChecked);
    return changed ? [{ field, value: field.value, checked: "checked" in field && field.checked }] : [];
  });
}
