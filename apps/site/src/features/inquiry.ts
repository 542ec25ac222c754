import { failureOf } from "@uola/browser/errors.ts";
import { isEmail } from "@uola/browser/gym/email-address.ts";
import type { Inquiry } from "@uola/contract";
import { parsePhone } from "@uola/contract/phone";
import type { Draft } from "./inquiry-draft.ts";

export type Field = keyof Draft;
export type Problem = { field: Field; what: "missing" | "tooLong" | "notEmail" | "notPhone" };

/** The platform's length limits, copied so that browsers need not load the contract. */
export const longest = { name: 100, email: 254, phone: 40, text: 4000 } as const;

/** Returns the problems that prevent an inquiry from being sent, in the order of the form. */
export function problemsOf(draft: Draft): Problem[] {
  return (["text", "name", "email", "phone"] as const).flatMap((field): Problem[] => {
    const value = draft[field].trim();
    if (!value) return field === "phone" ? [] : [{ field, what: "missing" }];
    if (value.length > longest[field]) return [{ field, what: "tooLong" }];
    if (field === "email" && !isEmail(value)) return [{ field, what: "notEmail" }];
    return field === "phone" && !parsePhone(value) ? [{ field, what: "notPhone" }] : [];
  });
}

export function inquiryOf({ topic, name, email, phone, text }: Draft): Inquiry {
  const number = parsePhone(phone);
  return { topic, name: name.trim(), email: email.trim(), text: text.trim(), ...(number && { phone: number }) };
}

/**
 * The reason why an inquiry was not sent. `much`: the daily limit is reached; `closed`: the gym
 * accepts no inquiries; `over`: the page currently accepts no applications.
 */
export type Refusal = "much" | "closed" | "over" | "busy" | "offline" | "broken";
export function refusalOf(error: unknown): Refusal {
  const { code, kind } = failureOf(error);
  if (code === "TOO_MANY_INQUIRIES") return "much";
  if (code === "NO_MAILBOX") return "closed";
  if (code === "APPLICATIONS_CLOSED") return "over";
  return kind === "busy" || kind === "offline" ? kind : "broken";
}
