import { en } from "../../generated/document/en.ts";
import { lt } from "../../generated/document/lt.ts";
import type { Messages } from "../../generated/document/messages.ts";
import { createWords, type Translate } from "../index.ts";

export type DocumentWords = Translate<Messages>;
export const words = createWords<Messages>({ lt, en });
