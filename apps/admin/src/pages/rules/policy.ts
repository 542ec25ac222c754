import type { ManagedPolicy, PolicyInput } from "@uola/contract";
import { type DraftOf, defineForm, type SentBy } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { minutesOf, type Span } from "@uola/ui/kit/span.ts";
import { say } from "@uola/words/admin";

type Rules = Partial<ManagedPolicy>;
const day = 1440;
/** The default rules of a new policy. */
const usual: Rules = {
  cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: day },
  reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: day },
  participantsPolicy: { maxParticipantsPerBooking: 10 },
  waitlistPolicy: { enabled: false, capacity: 10, reservationTimeInMinutes: 30 },
};

/** The form fields of a policy: which actions are allowed, and how long before the session. */
const fieldsOf = (policy: Rules | undefined = usual) => {
  const { cancellationPolicy, reschedulePolicy, waitlistPolicy, customPolicyDescription } = policy;
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late } = policy;
  const number = (initial: number | null | undefined, optional: boolean) =>
    field.wholeNumberOrNull(initial, [1, 9_999_999], say("policies.wrong.number"), { optional });
  return {
    name: field.text(policy.name, { check: field.required(say("policies.wrong.name")) }),
    cancel: field.flag(cancellationPolicy?.enabled),
    cancelLimited: field.flag(cancellationPolicy?.limitLatestCancellation),
    cancelSpan: field.span(cancellationPolicy?.latestCancellationInMinutes || day),
    reschedule: field.flag(reschedulePolicy?.enabled),
    rescheduleLimited: field.flag(reschedulePolicy?.limitLatestReschedule),
    rescheduleSpan: field.span(reschedulePolicy?.latestRescheduleInMinutes || day),
    early: field.flag(early?.enabled),
    earlySpan: field.span(early?.earliestBookingInMinutes || 30 * day),
    late: field.flag(late?.enabled),
    lateSpan: field.span(late?.latestBookingInMinutes || 60),
    afterStart: field.flag(policy.bookAfterStartPolicy?.enabled),
    most: number(policy.participantsPolicy?.maxParticipantsPerBooking, false),
    birthYears: field.flag(policy.agePolicy?.birthYearRequired),
    waitlist: field.flag(waitlistPolicy?.enabled),
    waitlistMost: number(waitlistPolicy?.capacity, true),
    waitlistSpan: field.span(waitlistPolicy?.reservationTimeInMinutes || 30),
    text: field.longText(customPolicyDescription?.enabled ? customPolicyDescription.description : "", {
      optional: true,
      maxLength: 2500,
    }),
  };
};
export type PolicyDraft = DraftOf<ReturnType<typeof fieldsOf>>;
export type PolicyField = keyof PolicyDraft;

/** Maps stored paths to form fields. */
const paths: Record<string, PolicyField> = {
  "cancellationPolicy.enabled": "cancel",
  "cancellationPolicy.limitLatestCancellation": "cancelLimited",
  "cancellationPolicy.latestCancellationInMinutes": "cancelSpan",
  "reschedulePolicy.enabled": "reschedule",
  "reschedulePolicy.limitLatestReschedule": "rescheduleLimited",
  "reschedulePolicy.latestRescheduleInMinutes": "rescheduleSpan",
  "limitEarlyBookingPolicy.enabled": "early",
  "limitEarlyBookingPolicy.earliestBookingInMinutes": "earlySpan",
  "limitLateBookingPolicy.enabled": "late",
  "limitLateBookingPolicy.latestBookingInMinutes": "lateSpan",
  "bookAfterStartPolicy.enabled": "afterStart",
  "participantsPolicy.maxParticipantsPerBooking": "most",
  "agePolicy.birthYearRequired": "birthYears",
  "waitlistPolicy.enabled": "waitlist",
  "waitlistPolicy.capacity": "waitlistMost",
  "waitlistPolicy.reservationTimeInMinutes": "waitlistSpan",
  "customPolicyDescription.description": "text",
};

export const policyForm = defineForm({
  label: (name) => say(`policies.field.${name}`),
  fields: fieldsOf,
  check: (draft) => {
    const span = (isOn: boolean, typed: Span) => isOn && !minutesOf(typed) && say("policies.wrong.span");
    return {
      cancelSpan: span(draft.cancel && draft.cancelLimited, draft.cancelSpan),
      rescheduleSpan: span(draft.reschedule && draft.rescheduleLimited, draft.rescheduleSpan),
      earlySpan: span(draft.early, draft.earlySpan),
      lateSpan: span(draft.late, draft.lateSpan),
      waitlistSpan: span(draft.waitlist, draft.waitlistSpan),
    };
  },
  paths,
});

type Values = SentBy<typeof policyForm>;
const parts = {
  name: [["name"], ({ name }) => name],
  cancellationPolicy: [
    ["cancel", "cancelLimited", "cancelSpan"],
    ({ cancel, cancelLimited, cancelSpan }) => ({
      enabled: cancel,
      limitLatestCancellation: cancelLimited,
      latestCancellationInMinutes: cancelSpan,
    }),
  ],
  reschedulePolicy: [
    ["reschedule", "rescheduleLimited", "rescheduleSpan"],
    ({ reschedule, rescheduleLimited, rescheduleSpan }) => ({
      enabled: reschedule,
      limitLatestReschedule: rescheduleLimited,
      latestRescheduleInMinutes: rescheduleSpan,
    }),
  ],
  limitEarlyBookingPolicy: [
    ["early", "earlySpan"],
    ({ early, earlySpan }) => ({ enabled: early, earliestBookingInMinutes: earlySpan }),
  ],
  limitLateBookingPolicy: [
    ["late", "lateSpan"],
    ({ late, lateSpan }) => ({ enabled: late, latestBookingInMinutes: lateSpan }),
  ],
  bookAfterStartPolicy: [["afterStart"], ({ afterStart }) => ({ enabled: afterStart })],
  participantsPolicy: [["most"], ({ most }) => (most ? { maxParticipantsPerBooking: most } : null)],
  agePolicy: [["birthYears"], ({ birthYears }) => ({ birthYearRequired: birthYears })],
  waitlistPolicy: [
    ["waitlist", "waitlistMost", "waitlistSpan"],
    ({ waitlist, waitlistMost, waitlistSpan }) => ({
      enabled: waitlist,
      capacity: waitlistMost,
      reservationTimeInMinutes: waitlistSpan,
    }),
  ],
  customPolicyDescription: [["text"], ({ text }) => (text ? { enabled: true, description: text } : null)],
} satisfies {
  [Name in keyof PolicyInput]?: [of: PolicyField[], say: (values: Values) => PolicyInput[Name]];
};

/** Returns the policy update for the fields that changed. */
export function policyChange(values: Values, changed: Partial<Record<PolicyField, unknown>>): Partial<PolicyInput> {
  const touched = Object.entries(parts).filter(([, [of]]) => of.some((field) => field in changed));
  return Object.fromEntries(touched.map(([name, [, say]]) => [name, say(values)]));
}

export const policyInputOf = (values: Values): PolicyInput => ({
  ...policyChange(values, values),
  name: values.name,
});

/**
 * Returns all stored data of a deleted policy, including rules that the form does not show, so that
 * it can be created again.
 */
export function restoredPolicy(policy: ManagedPolicy): PolicyInput {
  const {
    id: _,
    default: __,
    createdDate: ___,
    updatedDate: ____,
    revision: _____,
    serviceCount: ______,
    ...input
  } = policy;
  return input;
}

/** A rule of a policy, rendered as one sentence. */
export type Sentence =
  | {
      key:
        | "cancel.none"
        | "reschedule.none"
        | "cancel.always"
        | "reschedule.always"
        | "late.start"
        | "afterStart"
        | "birthYears";
    }
  | { key: "cancel" | "reschedule" | "early" | "late" | "waitlist"; minutes: number }
  | { key: "most"; count: number };

const minutesIn = (span: Span) => minutesOf(span) ?? 1;

export function sentencesOf(policy: Rules): Sentence[] {
  const { draft } = policyForm(policy);
  const may = (key: "cancel" | "reschedule", isOn: boolean, isLimited: boolean, span: Span): Sentence => {
    if (!isOn) return { key: `${key}.none` };
    return isLimited ? { key, minutes: minutesIn(span) } : { key: `${key}.always` };
  };
  return [
    may("cancel", draft.cancel, draft.cancelLimited, draft.cancelSpan),
    may("reschedule", draft.reschedule, draft.rescheduleLimited, draft.rescheduleSpan),
    ...(draft.early ? [{ key: "early", minutes: minutesIn(draft.earlySpan) } as const] : []),
    draft.afterStart
      ? { key: "afterStart" }
      : draft.late
        ? { key: "late", minutes: minutesIn(draft.lateSpan) }
        : { key: "late.start" },
    ...(draft.most ? [{ key: "most", count: Number(draft.most) } as const] : []),
    ...(draft.birthYears ? [{ key: "birthYears" } as const] : []),
    ...(draft.waitlist ? [{ key: "waitlist", minutes: minutesIn(draft.waitlistSpan) } as const] : []),
  ];
}
