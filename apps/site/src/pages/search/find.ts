import { foldDiacritics } from "../../features/slug.ts";

export type EntryKind = "page" | "service" | "question" | "person" | "document" | "project" | "news";
/** A searchable entry: its title, text and URL. */
export type Entry = { kind: EntryKind; title: string; text: string; href: string };
/**
 * The text around the first match, which is the middle item. Without a match, the beginning of the
 * text.
 */
export type Excerpt = [before: string, found: string, after: string];
export type Found = { kind: EntryKind; title: string; href: string; excerpt: Excerpt };

/** The maximum number of words in a query; further words are ignored. */
const wordsMax = 8;
const around = 70;

/**
 * Word endings in Lithuanian and English, without diacritics: "vaiko" and "vaikams" share a stem,
 * as do "gimtadienis" and "gimtadieniai".
 */
const ending = /(?:[aeiouy]+(?:ms|se|s)?|s)$/;
const stemMin = 4;

/**
 * Returns the entries that contain every word, ignoring case and diacritics: "zirmunai" finds
 * "Žirmūnai". Entries titled exactly so come first, then those with the words in their titles. If
 * nothing matches the exact words, word endings are ignored.
 */
export function search(entries: readonly Entry[], asked: string): Found[] {
  const words = [
    ...new Set(
      foldDiacritics(asked)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    ),
  ].slice(0, wordsMax);
  if (words.length === 0) return [];
  const found = withEvery(words, entries);
  return found.length > 0 ? found : withEvery(words.map(stemOf), entries);
}

function stemOf(word: string): string {
  const stem = word.replace(ending, "");
  return stem.length < stemMin ? word : stem;
}

function withEvery(words: readonly string[], entries: readonly Entry[]): Found[] {
  const found = entries.flatMap((entry, place) => {
    const [title, text] = [lettersOf(entry.title), lettersOf(entry.text)];
    if (!words.every((word) => title.includes(word) || text.includes(word))) return [];
    const inTitle = words.filter((word) => title.includes(word)).length;
    const begins = words.filter((word) => ` ${title}`.includes(` ${word}`)).length;
    return [{ entry, place, worth: inTitle * 2 + begins, excerpt: excerptOf(entry.text, text, words) }];
  });
  return found
    .toSorted((a, b) => b.worth - a.worth || a.place - b.place)
    .map(({ entry: { kind, title, href }, excerpt }) => ({ kind, title, href, excerpt }));
}

/**
 * Returns the text in lower case without diacritics, with the same number of letters, so that
 * positions are the same in both.
 */
const lettersOf = (text: string): string =>
  Array.from(text.normalize("NFC"), (letter) => {
    const plain = foldDiacritics(letter);
    return plain.length === letter.length ? plain : letter.length === 1 ? (plain[0] ?? " ") : letter;
  }).join("");

function excerptOf(written: string, letters: string, words: readonly string[]): Excerpt {
  const text = written.normalize("NFC");
  const [first] = words
    .map((word) => ({ at: letters.indexOf(word), end: letters.indexOf(word) + word.length }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  if (!first) return ["", "", upTo(text, 0, 2 * around)];
  return [since(text, first.at), text.slice(first.at, first.end), upTo(text, first.end, around)];
}

/** Returns the text before a position, cut between words, with an ellipsis if there is more. */
function since(text: string, at: number): string {
  const from = at - around;
  if (from <= 0) return text.slice(0, at);
  const space = text.indexOf(" ", from);
  return `…${text.slice(space >= 0 && space < at ? space + 1 : from, at)}`;
}

/** Returns the text after a position. */
function upTo(text: string, at: number, most: number): string {
  const to = at + most;
  if (to >= text.length) return text.slice(at);
  const space = text.lastIndexOf(" ", to);
  return `${text.slice(at, space > at ? space : to)}…`;
}
