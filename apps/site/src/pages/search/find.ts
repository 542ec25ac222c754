import { folded } from "../../features/slug.ts";

export type EntryKind = "page" | "service" | "question" | "person" | "document" | "project" | "news";
/** Something that can be found: what it is called, what it says, and where it stands. */
export type Entry = { kind: EntryKind; title: string; text: string; href: string };
/** The words around the first that was found; the middle one is it. Without any the text begins as it begins. */
export type Excerpt = [before: string, found: string, after: string];
export type Found = { kind: EntryKind; title: string; href: string; excerpt: Excerpt };

/** More words than anybody looks for are passed over. */
const wordsMax = 8;
const around = 70;

/** How Lithuanian and English words end, without marks: "vaiko" and „vaikams“ are one word, "gimtadienis" and „gimtadieniai“. */
const ending = /(?:[aeiouy]+(?:ms|se|s)?|s)$/;
const stemMin = 4;

/**
 * Entries that have every word, without case and marks: "zirmunai" finds „Žirmūnai“. Those called by the words come first,
 * then those whose titles have them. Where nothing has the words as they are typed, their endings do not count.
 */
export function search(entries: readonly Entry[], asked: string): Found[] {
  const words = [
    ...new Set(
      folded(asked)
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

/** As many letters as the text has, each without case and marks, so that places in the one are places in the other. */
const lettersOf = (text: string): string =>
  Array.from(text.normalize("NFC"), (letter) => {
    const plain = folded(letter);
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

/** What stands before a place, cut between words; dots say that there is more. */
function since(text: string, at: number): string {
  const from = at - around;
  if (from <= 0) return text.slice(0, at);
  const space = text.indexOf(" ", from);
  return `…${text.slice(space >= 0 && space < at ? space + 1 : from, at)}`;
}

/** What stands after a place. */
function upTo(text: string, at: number, most: number): string {
  const to = at + most;
  if (to >= text.length) return text.slice(at);
  const space = text.lastIndexOf(" ", to);
  return `${text.slice(at, space > at ? space : to)}…`;
}
