import { idEndOfCode } from "@uola/contract";
import { foldText, withoutInvisible } from "@uola/contract/typed-text";

/**
 * A parsed search text. It finds people by words or by phone number, or a booking by the end of its
 * id.
 */
export type PersonQuery = {
  /** Patterns that must all match the text of a person. */
  words: string[];
  /** Alternative patterns, of which one must match: different notations of the same phone number. */
  numbers: string[];
  idEnd: string | undefined;
};

const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");
/**
 * Parses a search text. One or two letters match only the start of a word, because the index cannot
 * find shorter substrings within a word.
 */
export function parsePersonQuery(text: string): PersonQuery {
  const words = foldText(text)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.length < 3 ? " " : ""}${escaped(word)}%`);
  return { words, numbers: numbersOf(text).map((digits) => `%${digits}%`), idEnd: idEndOfCode(text) };
}

/** "8 600 00014", "0600 00014" and "+370 600 00014" are the same number; a part of it is enough. */
function numbersOf(text: string): string[] {
  const number = withoutInvisible(text.normalize("NFKC"));
  if (!/^[+\d\s().\-\u2010-\u2015]+$/.test(number)) return [];
  const digits = number.replace(/\D/g, "").replace(/^00/, "");
  const national = digits.replace(/^[08]/, "");
  return [...new Set([digits, national])].filter((each) => each.length >= 3);
}
