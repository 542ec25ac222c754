import { readFileSync } from "node:fs";
import { defaultLocale, type Locale, locales } from "@uola/words/language";

/** The documents that every gym has, in the order of the footer. Each has its own page. */
export const documentKeys = ["rules", "terms", "privacy", "cookies", "accessibility", "waiver"] as const;
export type DocumentKey = (typeof documentKeys)[number];

type Texts = { title: string; lead: string; body: string };

/** A file begins with its title and its lead. */
function textsOf(key: DocumentKey, locale: Locale): Texts {
  const html = readFileSync(new URL(`./documents/${key}.${locale}.html`, import.meta.url), "utf8");
  const [, title = "", lead = "", body = ""] = /^<h1>(.+)<\/h1>\n<p>(.+)<\/p>\n([\s\S]+)$/.exec(html) ?? [];
  return { title, lead, body: body.replaceAll("\n", "") };
}

/**
 * Returns the documents that the platform creates if there are none. After that, the owner edits
 * them.
 */
export const documentItems = () =>
  documentKeys.map((key, n) => ({
    _id: key,
    key,
    ...textsOf(key, defaultLocale),
    order: n + 1,
    _translations: Object.fromEntries(
      locales.filter((locale) => locale !== defaultLocale).map((locale) => [locale, { ...textsOf(key, locale) }]),
    ),
  }));

/**
 * SHA-256 hashes of leads and bodies in earlier releases that promised things the platform does not
 * do. Existing installations get the current text if the owner has not edited the old one. When a
 * document is corrected, add the hash of its former text here.
 */
export const formerDocumentTexts: ReadonlySet<string> = new Set([
  // privacy, in Lithuanian and English
  "35524217bc31dfe0ad0cad76ef18f743ff6b0cebe857ae498cdab11e5e6cc8f2",
  "dd58507b883707f36fbb5189b95f46b43de825bb3547d4517ca228e9e59d8115",
  "c2a79b4a536da69b0192c9a5b5902ce35647c8fd87b4747b21062c43d836f2ab",
  "4919dfa1414ed233c6e5e8f3a95eb95506e82d0216bc10db7176957b97ba885c",
  // cookies, in Lithuanian and English
  "b93e207ac1e5692a2c64fc73fc32c314cd3766079caf0aee095685fd4edc6a32",
  "911b8a32e80cf990fc000f3b785ee54d34d2a5c6cd7242abc8f461d59348e1f8",
  "845d58a3f7103fc58791226128b27d35768c2b29ad2b428ce5d8433b0e937541",
  "3c5d1a7a4151e8dd461b76a62ffbe1ded2953e83f5fffe9d3e32487b8243a2e2",
  "d9e1599b68a820cf72647a31c62d29f9f24679ca587b9273b9e919578cd57656",
  "c7c7fafe28c42d92d281e5a092dba65723c9c50bb873a9ca9e60642932645251",
]);
