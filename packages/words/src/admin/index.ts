import { createWords, type Translate } from "../index.ts";
import { en } from "./generated/en.ts";
import { lt } from "./generated/lt.ts";
import type { Messages } from "./generated/messages.ts";

export type AdminWords = Translate<Messages>;
export const words = createWords<Messages>({ lt, en });
