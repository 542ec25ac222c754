/**
 * A section, or a part of one. Its id never changes, so that its translation is found after the
 * section is moved.
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

/** Returns the translation of a part; a part with only an id if it is not translated yet. */
export const translationOfPart = (translation: readonly Part[], { id }: Part): Part =>
  translation.find((part) => part.id === id) ?? { id };

/** Returns the name of a part in lists: the first non-blank text among its naming fields. */
export function headingOf(part: Part): string {
  const keys = ["heading", "question", "name", "number", "caption", "alt"];
  const found = keys.map((key) => part[key]).find((text) => typeof text === "string" && text.trim());
  return typeof found === "string" ? found.trim() : "";
}
