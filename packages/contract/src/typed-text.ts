/**
 * Direction marks, zero-width characters and other invisible characters that are added when copying
 * from contacts and web pages. The two joiners are preserved, because emoji and some scripts need
 * them.
 */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

export const withoutInvisible = (text: string): string => text.replace(invisible, "");

/** Returns the text to store: composed letters, no invisible characters, trimmed. */
export const cleanText = (text: string): string => withoutInvisible(text.normalize("NFC")).trim();

/** Maps Cyrillic and Greek letters to the Latin letters that look the same. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  [..."аaвbеeкkмmнhоoрpсcтtуyхxіiѕsјjАAВBЕEКKМMНHОOРPСCТTУYХXІIЅSЈJαaοoρpνvΑAΒBΕEΗHΙIΚKΜMΝNΟOΡPΤTΧX"].flatMap(
    (letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : []),
  ),
);

/**
 * Replaces letters of another alphabet within a Latin word by the Latin letters they resemble.
 * Other words are unchanged.
 */
const unmixed = (text: string): string =>
  text.replace(/[\p{L}\p{M}]+/gu, (word) =>
    /\p{Script=Latin}/u.test(word) ? word.replace(/[\u0370-\u04ff]/g, (letter) => lookAlikes[letter] ?? letter) : word,
  );

/** Characters that display nothing, such as joiners, the Hangul fillers and the blank Braille pattern. */
const blank = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Returns the name of a person or thing on one line: like `cleanText`, with single ordinary spaces
 * and letters of only one alphabet per word.
 */
export const cleanLine = (text: string): string => {
  const line = unmixed(cleanText(text)).replace(/\p{Z}+/gu, " ");
  return blank.test(line) ? "" : line;
};

/**
 * Returns the email address to store: without invisible characters, an internationalised domain in
 * its ASCII form (`xn--…`).
 */
export function cleanEmail(text: string): string {
  const address = cleanText(text);
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || !/[^\0-\x7f]/.test(domain) || /[\s/?#:@[\]]/.test(domain)) return address;
  const url = `http://${domain}/`;
  return URL.canParse(url) ? `${address.slice(0, at)}@${new URL(url).hostname}` : address;
}

/**
 * Normalizes a search text in the same way as indexed names (`plain_text` in SQL): lower case
 * without diacritics, cleaned like stored names.
 */
export const foldText = (text: string): string =>
  cleanLine(text)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
