import { isEmail } from "@uola/browser/gym/email-address.ts";
import { parsePhone } from "@uola/contract/phone";
import type { Activity } from "./activities.ts";
import type { Draft } from "./draft.ts";
import {
  asksAges,
  bookerParticipates,
  fieldsAsked,
  fitsAges,
  needsAges,
  needsPhone,
  othersOf,
  wantsNames,
} from "./participants.ts";

export type FieldName = keyof Draft;
/** Id of a form field in the page; for example, the name of the third other participant is `name-2`. */
export type FieldId = (typeof fieldNames)[number] | `name-${number}` | `born-${number}` | `answer-${string}`;
/** The fields in the order in which they appear on the screen and in the error summary. */
const fieldNames = ["participants", "birthYear", "firstName", "lastName", "email", "phone", "note"] as const;

export type Problem = {
  field: FieldId;
  what: "missing" | "tooLong" | "notEmail" | "notPhone" | "tooMany" | "notYear" | "otherAge" | "refused";
};

export const longest = { firstName: 100, lastName: 100, email: 254, phone: 40, note: 1000, answer: 4000 };

type Asked = Pick<Activity, "category" | "ages" | "agePrices" | "memberPrice" | "fields">;
const nothing: Asked = { category: null, ages: null, agePrices: [], memberPrice: null, fields: [] };

/**
 * Returns the problems that prevent a draft from being sent, at most one per field. `most` is the
 * maximum number of participants.
 */
export function problemsOf(
  draft: Draft,
  most: number,
  activity: Asked = nothing,
  year = new Date().getFullYear(),
): Problem[] {
  const problems: Problem[] = [];
  const add = (field: FieldId, what: Problem["what"]) => problems.push({ field, what });
  if (draft.participants > most) add("participants", "tooMany");
  const born = (field: FieldId, birthYear = "") => {
    const what = asksAges(activity) ? yearProblem(birthYear.trim(), activity, year) : undefined;
    if (what) add(field, what);
  };
  if (bookerParticipates(draft, activity)) born("birthYear", draft.birthYear);
  othersOf(draft, activity).forEach(({ firstName, lastName, birthYear }, index) => {
    if (!firstName.trim()) add(`name-${index}`, "missing");
    else if (Math.max(firstName.trim().length, lastName.trim().length) > longest.firstName) {
      add(`name-${index}`, "tooLong");
    }
    born(`born-${index}`, birthYear);
  });
  for (const field of ["firstName", "lastName", "email", "phone", "note"] as const) {
    const value = draft[field].trim();
    const needed = field === "phone" ? needsPhone(draft, activity, year) : field !== "note";
    if (!value && needed) add(field, "missing");
    else if (!value) continue;
    else if (value.length > longest[field]) add(field, "tooLong");
    else if (field === "email" && !isEmail(value)) add(field, "notEmail");
    else if (field === "phone" && !parsePhone(value)) add(field, "notPhone");
  }
  for (const { id, required, valueType } of fieldsAsked(draft, activity, year)) {
    const value = draft.answers[id]?.trim() ?? "";
    if (required && (!value || (valueType === "CHECK_BOX" && value !== "true"))) add(`answer-${id}`, "missing");
    else if (value.length > longest.answer) add(`answer-${id}`, "tooLong");
  }
  return problems;
}

/**
 * Returns only those problems of a booking that prevent adding it to the cart. Contact details are
 * entered at checkout; the booker's first name is needed only if the booker is one of the named
 * participants.
 */
export function problemsOfCart(problems: readonly Problem[], draft: Draft, activity: Asked): Problem[] {
  const isNamed = wantsNames(activity, draft.participants) && bookerParticipates(draft, activity);
  return problems.filter(
    ({ field, what }) =>
      what !== "missing" || (field === "firstName" ? isNamed : !["lastName", "email", "phone"].includes(field)),
  );
}

/** `year` is the year in which the activity takes place. */
function yearProblem(value: string, activity: Asked, year: number): Problem["what"] | undefined {
  if (!value) return needsAges(activity) ? "missing" : undefined;
  if (!/^(19|20)\d\d$/.test(value) || Number(value) > year) return "notYear";
  return fitsAges(activity, value, year) ? undefined : "otherAge";
}
