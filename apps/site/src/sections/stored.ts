import { type Fields, type Kind, kinds, type StoredSection } from "@uola/browser/gym/section-kinds.ts";

type Part = { [key: string]: unknown };

const isPart = (value: unknown): value is Part => typeof value === "object" && value !== null && !Array.isArray(value);
const partsIn = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : []);
const lineOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/** Returns a part with exactly its defined fields; missing values are empty. */
function wholeOf(fields: Fields, part: Part, place: number): Part {
  const values = Object.entries(fields).map(([key, field]) => [
    key,
    typeof field === "string" ? lineOf(part[key]) : partsIn(part[key]).map((each, n) => wholeOf(field[0], each, n)),
  ]);
  return { id: lineOf(part.id) || String(place), ...Object.fromEntries(values) };
}

/** Returns the sections of an item, tolerating any stored value; unknown kinds are dropped. */
export const sectionsIn = (value: unknown): StoredSection[] =>
  partsIn(value).flatMap((part, n) => {
    const kind = part.kind as Kind;
    return Object.hasOwn(kinds, kind) ? [{ ...wholeOf(kinds[kind], part, n), kind } as StoredSection] : [];
  });

/**
 * Returns the sections with the texts of their translation, matched by the ids of parts. An
 * untranslated text stays as it is, and `missing` is called.
 */
export function translatedSections(
  sections: StoredSection[],
  translation: unknown,
  missing: () => void,
): StoredSection[] {
  const over = (fields: Fields, part: Part, words: Part | undefined): Part => {
    const values = Object.entries(fields).map(([key, field]) => {
      const own = part[key];
      if (typeof field !== "string") {
        const inner = partsIn(words?.[key]);
        return [key, partsIn(own).map((each) => over(field[0], each, sameOf(inner, each)))];
      }
      if (field !== "line" && field !== "text" && field !== "rich") return [key, own];
      const translated = lineOf(words?.[key]);
      // A number needs no translation.
      if (!translated && /\p{L}/u.test(String(own))) missing();
      return [key, translated || own];
    });
    return { ...part, ...Object.fromEntries(values) };
  };
  const translations = partsIn(translation);
  return sections.map(
    (section) => over(kinds[section.kind], section, sameOf(translations, section)) as unknown as StoredSection,
  );
}

const sameOf = (parts: readonly Part[], part: Part) => parts.find(({ id }) => id === part.id);
