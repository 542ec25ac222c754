import type { Caller, FieldError } from "@uola/kernel";
import { seesAll } from "./rules.ts";

/**
 * Normalizes text to the form seen by readers and mail programs: characters that look like a full
 * stop become a full stop.
 */
const asRead = (text: string) => text.normalize("NFKC").replace(/[\u3002\uff61]|\[\.\]|\(\.\)/g, ".");
const host = "[\\p{L}\\p{N}-]{2,}\\.\\p{L}{2,}";
/**
 * Matches text that cannot be part of a name: line breaks, phone numbers, and text that mail
 * programs turn into links.
 */
const noName = new RegExp(`[/\\\\@<>[\\]\\p{Cc}]|(\\p{N}\\P{N}*){3}|${host}`, "u");
/** Matches text that mail programs turn into links. Emoji and multiple lines are allowed. */
const link = new RegExp(`://|@[\\p{L}\\p{N}-]|${host}|\\b\\d+\\.\\d+\\.\\d+\\.\\d+`, "u");
const isNoName = (text: string) => noName.test(asRead(text));
const hasLink = (text: string) => link.test(asRead(text));

type Given = readonly [field: string, text: string | null | undefined];

/** The code of violations in names, for translated messages. */
const notAName = "NOT_A_NAME";

/**
 * Returns the violations in names given by people who are not staff. Names appear in the gym's
 * mails, which may be sent to people who did not book.
 */
export const nameViolations = (
  caller: Caller | undefined,
  names: readonly Given[],
  max = Number.POSITIVE_INFINITY,
): FieldError[] =>
  caller && seesAll(caller) ? [] : names.flatMap(([field, name]) => wrongName(field, name ?? "", max));

/**
 * Returns the violations in texts for another person, such as a gift message: any text is allowed,
 * but no links.
 */
export const messageViolations = (caller: Caller, texts: readonly Given[]): FieldError[] =>
  seesAll(caller)
    ? []
    : texts.flatMap(([field, text]) =>
        hasLink(text ?? "") ? [{ field, description: "must have no link", data: { code: notAName } }] : [],
      );

function wrongName(field: string, name: string, max: number): FieldError[] {
  if (name.length > max) return [{ field, description: `must have at most ${max} characters`, data: { max } }];
  return isNoName(name) ? [{ field, description: "must be a name", data: { code: notAName } }] : [];
}
