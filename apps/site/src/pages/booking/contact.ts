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

const longest = { firstName: 100, lastName: 100, email: 254, phone: 40, note: 1000 };

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
    else if (field === "phone" && !internationalPhone(value)) add(field, "notPhone");
  }
  return problems;
}

/** Loose on purpose: it catches slips of the thumb, the platform has the last word. */
const isEmail = (value: string) => /^[^\s@"(),:;<>]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(value);

/** A phone number as people write it in Lithuania (8 6…, 06…, 6…, 00370…, +370…), as E.164; null when it is none. */
export function internationalPhone(written: string): string | null {
  if (!/^[+\d][\d\s().-]*$/.test(written.trim())) return null;
  const text = written.replace(/[^\d+]/g, "");
  const abroad = text.startsWith("+") ? text.slice(1) : text.startsWith("00") ? text.slice(2) : null;
  if (abroad !== null) {
    const sound = abroad.startsWith("370") ? /^370[3-9]\d{7}$/ : /^[1-9]\d{6,14}$/;
    return sound.test(abroad) ? `+${abroad}` : null;
  }
  const own = text.replace(/^[08](?=\d{8}$)/, "");
  return /^[3-9]\d{7}$/.test(own) ? `+370${own}` : null;
}
