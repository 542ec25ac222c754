import type { BookingLimits } from "@uola/contract";
import { say } from "@uola/words/admin";

/** The booking limits as edited in the form. */
export type LimitsDraft = {
  membersOnly: boolean;
  personFree: string;
  personMost: string;
  networkFree: string;
  textsTo: string;
};
export const limitFields = ["personFree", "personMost", "networkFree", "textsTo"] as const;

export const limitsDraft = (limits: BookingLimits): LimitsDraft => ({
  membersOnly: limits.membersOnly,
  personFree: String(limits.placesPerPerson.withoutProof),
  personMost: String(limits.placesPerPerson.atMost),
  networkFree: String(limits.placesPerNetwork.withoutProof),
  textsTo: limits.textsTo.join(", "),
});

const codesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

export const limitsOf = ({
  membersOnly,
  personFree,
  personMost,
  networkFree,
  textsTo,
}: LimitsDraft): BookingLimits => ({
  membersOnly,
  placesPerPerson: { withoutProof: Number(personFree), atMost: Number(personMost) },
  placesPerNetwork: { withoutProof: Number(networkFree) },
  textsTo: codesIn(textsTo),
});

/** Returns the validation errors by field. */
export function limitProblems(draft: Omit<LimitsDraft, "membersOnly">): Partial<Record<keyof LimitsDraft, string>> {
  const isCount = (text: string, least = 0) =>
    /^\s*\d{1,6}\s*$/.test(text) && Number(text) >= least && Number(text) <= 100_000;
  const wrong = (field: "personFree" | "personMost" | "networkFree", least?: number) =>
    isCount(draft[field], least) ? {} : { [field]: say("gym.limits.wrong.number") };
  const { personFree, personMost } = draft;
  const tooFew = isCount(personFree) && isCount(personMost, 1) && Number(personMost) < Number(personFree);
  const codes = codesIn(draft.textsTo).every((code) => /^\+[1-9]\d{0,3}$/.test(code));
  return {
    ...wrong("personFree"),
    ...wrong("personMost", 1),
    ...wrong("networkFree"),
    ...(tooFew && { personMost: say("gym.limits.wrong.most") }),
    ...(!codes && { textsTo: say("gym.limits.wrong.textsTo") }),
  };
}
