import { en } from "../../generated/admin/en.ts";
import { lt } from "../../generated/admin/lt.ts";
import type { Messages } from "../../generated/admin/messages.ts";
import { createWords } from "../index.ts";

export const words = createWords<Messages>({ lt, en });
