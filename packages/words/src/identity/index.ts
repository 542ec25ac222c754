import { en } from "../../generated/identity/en.ts";
import { lt } from "../../generated/identity/lt.ts";
import type { Messages } from "../../generated/identity/messages.ts";
import { createWords, type Translate } from "../index.ts";

export type IdentityWords = Translate<Messages>;
export const words = createWords<Messages>({ lt, en });
