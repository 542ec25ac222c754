/** A section, or a part of one. Its id stays, so that its translation is found wherever it moves. */
export type Part = { id: string; [key: string]: unknown };

const isPart = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The parts of a list, whatever is stored; one without an id is known by its place. */
export const partsIn = (value: unknown): Part[] =>
  (Array.isArray(value) ? value : [])
    .filter(isPart)
    .map((part, place) => ({ ...part, id: typeof part.id === "string" && part.id ? part.id : String(place) }));

export const newPart = (): Part => ({ id: crypto.randomUUID().slice(0, 8) });

/** The list with one of its parts changed, or added to it. */
export const changedPart = (parts: readonly Part[], changed: Part): Part[] =>
  parts.some(({ id }) => id === changed.id)
    ? parts.map((part) => (part.id === changed.id ? changed : part))
    : [...parts, changed];

/** What a translation says of a part; nothing yet where nobody has translated it. */
export const wordsOf = (translation: readonly Part[], { id }: Part): Part =>
  translation.find((part) => part.id === id) ?? { id };

/** What a part is called by in lists: the first of its texts that a reader would call it by. */
export function headingOf(part: Part): string {
  const keys = ["heading", "question", "name", "number", "caption", "alt"];
  const found = keys.map((key) => part[key]).find((text) => typeof text === "string" && text.trim());
  return typeof found === "string" ? found.trim() : "";
}
