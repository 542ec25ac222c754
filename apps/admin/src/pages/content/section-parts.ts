/**
 * A section of a page, or a part of a section. Its id never changes, so that its translation is
 * still found after the section is moved.
 */
export type Part = { id: string; [key: string]: unknown };

const isPart = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns the parts in a stored value, whatever its type; a part without an id is identified by its
 * index.
 */
export const partsIn = (value: unknown): Part[] =>
  (Array.isArray(value) ? value : [])
    .filter(isPart)
    .map((part, place) => ({ ...part, id: typeof part.id === "string" && part.id ? part.id : String(place) }));

export const newPart = (): Part => ({ id: crypto.randomUUID().slice(0, 8) });

/** Returns the list with one part replaced, or appended if it is new. */
export const withPart = (parts: readonly Part[], changed: Part): Part[] =>
  parts.some(({ id }) => id === changed.id)
    ? parts.map((part) => (part.id === changed.id ? changed : part))
    : [...parts, changed];

/** Returns the translation of a part, or a part with only the id if it is not translated yet. */
export const translationOfPart = (translation: readonly Part[], { id }: Part): Part =>
  translation.find((part) => part.id === id) ?? { id };

/** Returns the name of a part for lists: the first non-blank text among the fields that can name it. */
export function headingOf(part: Part): string {
  const keys = ["heading", "question", "name", "number", "caption", "alt"];
  const found = keys.map((key) => part[key]).find((text) => typeof text === "string" && text.trim());
  return typeof found === "string" ? found.trim() : "";
}
