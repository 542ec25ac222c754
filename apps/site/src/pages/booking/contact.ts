import { readPhone } from "@uola/words/formats";

/** What a person types. It stays in the browser (see keep.ts) until the booking is made. */
export type Draft = {
  participants: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  note: string;
};

export const emptyDraft: Draft = { participants: 1, firstName: "", lastName: "", email: "", phone: "", note: "" };

export type FieldName = keyof Draft;
/** In the order they stand on the screen, which is the order of the error summary. */
export const fieldNames = ["participants", "firstName", "lastName", "email", "phone", "note"] as const;

export type Problem = {
  field: FieldName;
  what: "missing" | "tooLong" | "notEmail" | "notPhone" | "tooMany" | "refused";
};

export const longest = { firstName: 100, lastName: 100, email: 254, phone: 40, note: 1000 };

/** What keeps a draft from being sent, at most one problem a field. `most` is how many may come. */
export function problemsOf(draft: Draft, most: number): Problem[] {
  const problems: Problem[] = [];
  const add = (field: FieldName, what: Problem["what"]) => problems.push({ field, what });
  if (draft.participants > most) add("participants", "tooMany");
  for (const field of ["firstName", "lastName", "email", "phone", "note"] as const) {
    const value = draft[field].trim();
    const needed = field !== "phone" && field !== "note";
    if (!value && needed) add(field, "missing");
    else if (!value) continue;
    else if (value.length > longest[field]) add(field, "tooLong");
    else if (field === "email" && !isEmail(value)) add(field, "notEmail");
    else if (field === "phone" && !readPhone(value)) add(field, "notPhone");
  }
  return problems;
}

/** Loose on purpose: it catches slips of the thumb, the platform has the last word. */
const isEmail = (value: string) => /^[^\s@"(),:;<>]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(value);
