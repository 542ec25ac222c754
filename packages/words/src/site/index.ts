import { language } from "#language";
import { en } from "../../generated/site/en.ts";
import { lt } from "../../generated/site/lt.ts";
import type { Messages } from "../../generated/site/messages.ts";
import { createWords, speaking, type Translate } from "../index.ts";

export type SiteWords = Translate<Messages>;
export const words = createWords<Messages>({ lt, en });
/** Speaks the language of the request or of the document. */
export const say: SiteWords = speaking(words, language);
