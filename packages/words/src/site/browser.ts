import { createWords, type Translate } from "../index.ts";
import { lt } from "./generated/lt.ts";
import type { Messages } from "./generated/messages.ts";

export type SiteWords = Translate<Messages>;

/** In the browser English is a chunk of its own: `await words.load("en")` before an English page comes alive. */
export const words = createWords<Messages>(
  { lt },
  { en: () => import("./generated/en.ts").then((module) => module.en) },
);
