import { language } from "#language";
import { en } from "../../generated/site/en.ts";
import { lt } from "../../generated/site/lt.ts";
import type { Messages } from "../../generated/site/messages.ts";
import { createWords, type Translate, translateInLanguageOf } from "../index.ts";

export type SiteWords = Translate<Messages>;
export const words = createWords<Messages>({ lt, en });
/** Translates into the language of the request or of the document. */
export const say: SiteWords = translateInLanguageOf(words, language);

/** The key of a message without parameters. */
export type SiteWord = { [Key in keyof Messages]: null extends Messages[Key] ? Key : never }[keyof Messages];
