/**
 * Direction marks, zero-width characters and other invisible signs that copying from contacts and web pages adds. The two
 * joiners stay, since emoji and some scripts need them.
 */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

export const withoutInvisible = (text: string): string => text.replace(invisible, "");

/** Returns the text to store: composed letters, no invisible characters, trimmed. */
export const cleanText = (text: string): string => withoutInvisible(text.normalize("NFC")).trim();

/** Latin letters for the Cyrillic and Greek ones that look the same. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  [..."аaвbеeкkмmнhоoрpсcтtуyхxіiѕsјjАAВBЕEКKМMНHОOРPСCТTУYХXІIЅSЈJαaοoρpνvΑAΒBΕEΗHΙIΚKΜMΝNΟOΡPΤTΧX"].flatMap(
    (letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : []),
  ),
);

/** Replaces letters of another alphabet within a Latin word by the Latin ones they look like. Other words stay as they are. */
const unmixed = (text: string): string =>
  text.replace(/[\p{L}\p{M}]+/gu, (word) =>
    /\p{Script=Latin}/u.test(word) ? word.replace(/[\u0370-\u04ff]/g, (letter) => lookAlikes[letter] ?? letter) : word,
  );

/** Characters that show nothing, such as joiners, the Hangul fillers and the blank Braille pattern. */
const blank = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u;

/** Name of a person or thing on one line: as `cleanText`, with single ordinary spaces and letters of one alphabet in a word. */
export const cleanLine = (text: string): string => {
  const line = unmixed(cleanText(text)).replace(/\p{Z}+/gu, " ");
  return blank.test(line) ? "" : line;
};

/** Returns the e-mail address to store: no invisible characters, an internationalised domain in its ASCII form (`xn--…`). */
export function cleanEmail(text: string): string {
  const address = cleanText(text);
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || !/[^\0-\x7f]/.test(domain) || /[\s/?#:@[\]]/.test(domain)) return address;
  const url = `http://${domain}/`;
  return URL.canParse(url) ? `${address.slice(0, at)}@${new URL(url).hostname}` : address;
}

/** A search text as names are indexed (`plain_text` in SQL): lower case without diacritics, cleaned as stored names are. */
export const foldText = (text: string): string =>
  cleanLine(text)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
