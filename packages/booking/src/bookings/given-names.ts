import type { Caller, FieldError } from "@uola/kernel";
import { seesAll } from "./rules.ts";

/** Text as readers and mail programs take it: full stops that look different are full stops. */
const asRead = (text: string) => text.normalize("NFKC").replace(/[\u3002\uff61]|\[\.\]|\(\.\)/g, ".");
const host = "[\\p{L}\\p{N}-]{2,}\\.\\p{L}{2,}";
/** Line breaks, numbers to call, and what mail programs turn into a link. */
const noName = new RegExp(`[/\\\\@<>[\\]\\p{Cc}]|(\\p{N}\\P{N}*){3}|${host}`, "u");
/** What mail programs turn into a link. Emoji and several lines are fine. */
const link = new RegExp(`://|@[\\p{L}\\p{N}-]|${host}|\\b\\d+\\.\\d+\\.\\d+\\.\\d+`, "u");
const isNoName = (text: string) => noName.test(asRead(text));
const hasLink = (text: string) => link.test(asRead(text));

type Given = readonly [field: string, text: string | null | undefined];

/** The code of such a violation, for whoever says it in words. */
const notAName = "NOT_A_NAME";

/** What is wrong with names that somebody gives who is no staff: they stand in mails of the gym, which may go to strangers. */
export const wrongNames = (
  caller: Caller | undefined,
  names: readonly Given[],
  max = Number.POSITIVE_INFINITY,
): FieldError[] =>
  caller && seesAll(caller) ? [] : names.flatMap(([field, name]) => wrongName(field, name ?? "", max));

/** What is wrong with texts for somebody else, such as the words with a gift: they may say anything, and lead nowhere. */
export const wrongWords = (caller: Caller, texts: readonly Given[]): FieldError[] =>
  seesAll(caller)
    ? []
    : texts.flatMap(([field, text]) =>
        hasLink(text ?? "") ? [{ field, description: "must have no link", data: { code: notAName } }] : [],
      );

function wrongName(field: string, name: string, max: number): FieldError[] {
  if (name.length > max) return [{ field, description: `must have at most ${max} characters`, data: { max } }];
  return isNoName(name) ? [{ field, description: "must be a name", data: { code: notAName } }] : [];
}
