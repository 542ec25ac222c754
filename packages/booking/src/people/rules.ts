import { idEndOfCode } from "@uola/contract";

/** What a text asks for: people whose words all match, people of a phone number, or a booking by the end of its id. */
export type PersonQuery = {
  /** Patterns that all have to be in the text of a person. */
  words: string[];
  /** Patterns one of which has to be in it instead: ways the same number is written. */
  numbers: string[];
  idEnd: string | undefined;
};

const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** Reads what was typed. One or two letters have to begin a word: an index finds nothing shorter within one. */
export function parsePersonQuery(text: string): PersonQuery {
  const words = plain(text)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.length < 3 ? " " : ""}${escaped(word)}%`);
  return { words, numbers: numbersOf(text).map((digits) => `%${digits}%`), idEnd: idEndOfCode(text) };
}

/** "8 600 00014", "0600 00014" and "+370 600 00014" are one number; part of it will do. */
function numbersOf(text: string): string[] {
  if (!/^[+\d\s().-]+$/.test(text)) return [];
  const digits = text.replace(/\D/g, "").replace(/^00/, "");
  const national = digits.replace(/^[08]/, "");
  return [...new Set([digits, national])].filter((each) => each.length >= 3);
}
