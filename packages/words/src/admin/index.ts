import { language } from "#language";
import { en } from "../../generated/admin/en.ts";
import { lt } from "../../generated/admin/lt.ts";
import type { Messages } from "../../generated/admin/messages.ts";
import { createWords, type Translate, translateInLanguageOf } from "../index.ts";

export type AdminWords = Translate<Messages>;
export const words = createWords<Messages>({ lt, en });
/** Translates into the language of the request or of the document. */
export const say: AdminWords = translateInLanguageOf(words, language);

/** The key of a message without parameters. */
export type AdminWord = { [Key in keyof Messages]: null extends Messages[Key] ? Key : never }[keyof Messages];
