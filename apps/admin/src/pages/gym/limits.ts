import type { BookingLimits } from "@uola/contract";
import type { DraftOf, SentOf } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { say } from "@uola/words/admin";

const codesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

/** The form fields for the booking limits. */
export const limitFields = (limits: BookingLimits | undefined) => {
  const count = (initial: number | undefined, least: number, hint?: string) =>
    field.wholeNumber(initial, [least, 100_000], say("gym.limits.wrong.number"), { hint });
  return {
    membersOnly: field.flag(limits?.membersOnly),
    personFree: count(limits?.placesPerPerson.withoutProof, 0, say("gym.limits.personFree.hint")),
    personMost: count(limits?.placesPerPerson.atMost, 1),
    networkFree: count(limits?.placesPerNetwork.withoutProof, 0, say("gym.limits.networkFree.hint")),
    textsTo: {
      ...field.text(limits?.textsTo.join(", "), {
        hint: say("gym.limits.textsTo.hint"),
        inputMode: "text",
        check: (codes) =>
          !codesIn(codes).every((code) => /^\+[1-9]\d{0,3}$/.test(code)) && say("gym.limits.wrong.textsTo"),
      }),
      sent: codesIn,
    },
  };
};
type LimitFields = ReturnType<typeof limitFields>;

/** Checks that a person without proof is not allowed more places than a person with proof. */
export const limitErrors = ({ personFree, personMost }: DraftOf<LimitFields>) => ({
  personMost: Number(personMost) < Number(personFree) && say("gym.limits.wrong.most"),
});

export const limitsOf = (values: SentOf<LimitFields>): BookingLimits => ({
  membersOnly: values.membersOnly,
  placesPerPerson: { withoutProof: values.personFree, atMost: values.personMost },
  placesPerNetwork: { withoutProof: values.networkFree },
  textsTo: values.textsTo,
});
