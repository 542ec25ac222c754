import { en } from "../../generated/mail/en.ts";
import { lt } from "../../generated/mail/lt.ts";
import type { Messages } from "../../generated/mail/messages.ts";
import { createWords, type Translate } from "../index.ts";

export type MailWords = Translate<Messages>;
export const words = createWords<Messages>({ lt, en });
