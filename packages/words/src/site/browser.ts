import { lt } from "../../generated/site/lt.ts";
import type { Messages } from "../../generated/site/messages.ts";
import { createWords, type Translate } from "../index.ts";

export type SiteWords = Translate<Messages>;

/** In the browser English is a chunk of its own: `await words.load("en")` before an English page comes alive. */
export const words = createWords<Messages>(
  { lt },
  { en: () => import("../../generated/site/en.ts").then((module) => module.en) },
);
