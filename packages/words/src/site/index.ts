import { en } from "../../generated/site/en.ts";
import { lt } from "../../generated/site/lt.ts";
import type { Messages } from "../../generated/site/messages.ts";
import { createWords, type Translate } from "../index.ts";

export type SiteWords = Translate<Messages>;
export const words = createWords<Messages>({ lt, en });
