import { idEndOfCode } from "@uola/contract";
import { foldText, withoutInvisible } from "@uola/contract/typed-text";

/** A search text: people by words, people by a phone number, or a booking by the end of its id. */
export type PersonQuery = {
  /** Patterns that all have to match the text of a person. */
  words: string[];
  /** Patterns of which one has to match instead: ways to write the same number. */
  numbers: string[];
  idEnd: string | undefined;
};

const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");
/** Parses a search text. One or two letters have to begin a word: the index finds nothing shorter within one. */
export function parsePersonQuery(text: string): PersonQuery {
  const words = foldText(text)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.length < 3 ? " " : ""}${escaped(word)}%`);
  return { words, numbers: numbersOf(text).map((digits) => `%${digits}%`), idEnd: idEndOfCode(text) };
}

/** "8 600 00014", "0600 00014" and "+370 600 00014" are one number; a part of it is enough. */
function numbersOf(text: string): string[] {
  const number = withoutInvisible(text.normalize("NFKC"));
  if (!/^[+\d\s().\-\u2010-\u2015]+$/.test(number)) return [];
  const digits = number.replace(/\D/g, "").replace(/^00/, "");
  const national = digits.replace(/^[08]/, "");
  return [...new Set([digits, national])].filter((each) => each.length >= 3);
}
