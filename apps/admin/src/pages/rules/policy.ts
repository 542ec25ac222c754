import type { ManagedPolicy, PolicyInput } from "@uola/contract";
import { minutesOf, type Span, spanOf } from "@uola/ui/kit/span.ts";
import type { StoredDraft } from "@uola/ui/kit/use-entity-form.ts";

/** A policy as edited in the form: which actions are allowed, and until how long before the session. */
export type PolicyDraft = {
  name: string;
  cancel: boolean;
  cancelLimited: boolean;
  cancelSpan: Span;
  reschedule: boolean;
  rescheduleLimited: boolean;
  rescheduleSpan: Span;
  early: boolean;
  earlySpan: Span;
  late: boolean;
  lateSpan: Span;
  afterStart: boolean;
  most: string;
  birthYears: boolean;
  waitlist: boolean;
  waitlistMost: string;
  waitlistSpan: Span;
  text: string;
};
export type PolicyField = keyof PolicyDraft;

const hours = (count: string): Span => ({ count, unit: "HOURS" });
const spanOr = (minutes: number | null | undefined, usual: Span) => (minutes ? spanOf(minutes) : usual);

export const emptyPolicy: PolicyDraft = {
  name: "",
  cancel: true,
  cancelLimited: true,
  cancelSpan: hours("24"),
  reschedule: true,
  rescheduleLimited: true,
  rescheduleSpan: hours("24"),
  early: false,
  earlySpan: { count: "30", unit: "DAYS" },
  late: false,
  lateSpan: hours("1"),
  afterStart: false,
  most: "10",
  birthYears: false,
  waitlist: false,
  waitlistMost: "10",
  waitlistSpan: { count: "30", unit: "MINUTES" },
  text: "",
};

type Rules = Partial<ManagedPolicy>;

export function policyKept(policy: ManagedPolicy): StoredDraft<PolicyDraft> {
  return { draft: policyDraft(policy), revision: policy.revision };
}

function policyDraft(policy: Rules): PolicyDraft {
  const { cancellationPolicy, reschedulePolicy, waitlistPolicy, customPolicyDescription } = policy;
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late } = policy;
  return {
    name: policy.name ?? "",
    cancel: cancellationPolicy?.enabled ?? false,
    cancelLimited: cancellationPolicy?.limitLatestCancellation ?? false,
    cancelSpan: spanOr(cancellationPolicy?.latestCancellationInMinutes, emptyPolicy.cancelSpan),
    reschedule: reschedulePolicy?.enabled ?? false,
    rescheduleLimited: reschedulePolicy?.limitLatestReschedule ?? false,
    rescheduleSpan: spanOr(reschedulePolicy?.latestRescheduleInMinutes, emptyPolicy.rescheduleSpan),
    early: early?.enabled ?? false,
    earlySpan: spanOr(early?.earliestBookingInMinutes, emptyPolicy.earlySpan),
    late: late?.enabled ?? false,
    lateSpan: spanOr(late?.latestBookingInMinutes, emptyPolicy.lateSpan),
    afterStart: policy.bookAfterStartPolicy?.enabled ?? false,
    most: String(policy.participantsPolicy?.maxParticipantsPerBooking ?? ""),
    birthYears: policy.agePolicy?.birthYearRequired ?? false,
    waitlist: waitlistPolicy?.enabled ?? false,
    waitlistMost: String(waitlistPolicy?.capacity ?? ""),
    waitlistSpan: spanOr(waitlistPolicy?.reservationTimeInMinutes, emptyPolicy.waitlistSpan),
    text: customPolicyDescription?.enabled ? customPolicyDescription.description : "",
  };
}

const minutes = (span: Span) => minutesOf(span) ?? 1;
const wholeOrNull = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : null);

const parts: {
  [Name in keyof PolicyInput]?: { of: readonly PolicyField[]; say: (draft: PolicyDraft) => PolicyInput[Name] };
} = {
  name: { of: ["name"], say: ({ name }) => name.trim() },
  cancellationPolicy: {
    of: ["cancel", "cancelLimited", "cancelSpan"],
    say: ({ cancel, cancelLimited, cancelSpan }) => ({
      enabled: cancel,
      limitLatestCancellation: cancelLimited,
      latestCancellationInMinutes: minutes(cancelSpan),
    }),
  },
  reschedulePolicy: {
    of: ["reschedule", "rescheduleLimited", "rescheduleSpan"],
    say: ({ reschedule, rescheduleLimited, rescheduleSpan }) => ({
      enabled: reschedule,
      limitLatestReschedule: rescheduleLimited,
      latestRescheduleInMinutes: minutes(rescheduleSpan),
    }),
  },
  limitEarlyBookingPolicy: {
    of: ["early", "earlySpan"],
    say: ({ early, earlySpan }) => ({ enabled: early, earliestBookingInMinutes: minutes(earlySpan) }),
  },
  limitLateBookingPolicy: {
    of: ["late", "lateSpan"],
    say: ({ late, lateSpan }) => ({ enabled: late, latestBookingInMinutes: minutes(lateSpan) }),
  },
  bookAfterStartPolicy: { of: ["afterStart"], say: ({ afterStart }) => ({ enabled: afterStart }) },
  participantsPolicy: {
    of: ["most"],
    say: ({ most }) => {
      const maxParticipantsPerBooking = wholeOrNull(most);
      return maxParticipantsPerBooking ? { maxParticipantsPerBooking } : null;
    },
  },
  agePolicy: { of: ["birthYears"], say: ({ birthYears }) => ({ birthYearRequired: birthYears }) },
  waitlistPolicy: {
    of: ["waitlist", "waitlistMost", "waitlistSpan"],
    say: ({ waitlist, waitlistMost, waitlistSpan }) => ({
      enabled: waitlist,
      capacity: wholeOrNull(waitlistMost),
      reservationTimeInMinutes: minutes(waitlistSpan),
    }),
  },
  customPolicyDescription: {
    of: ["text"],
    say: ({ text }) => (text.trim() ? { enabled: true, description: text.trim() } : null),
  },
};

/** Returns the policy update for the fields that changed. */
export function policyChange(draft: PolicyDraft, changed: Partial<PolicyDraft>): Partial<PolicyInput> {
  const touched = Object.entries(parts).filter(([, { of }]) => of.some((field) => field in changed));
  return Object.fromEntries(touched.map(([name, { say }]) => [name, say(draft)]));
}

export const policyInputOf = (draft: PolicyDraft): PolicyInput => ({
  ...policyChange(draft, draft),
  name: draft.name.trim(),
});

/**
 * Returns all stored data of a deleted policy, including rules that the form does not show, to
 * create it again.
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

/** Returns the fields without a valid number, limited to rules that are switched on. */
export function policyProblems(draft: PolicyDraft): Partial<Record<PolicyField, "name" | "span" | "number">> {
  const wrong: Partial<Record<PolicyField, "name" | "span" | "number">> = {};
  if (!draft.name.trim()) wrong.name = "name";
  const spans = [
    ["cancelSpan", draft.cancel && draft.cancelLimited],
    ["rescheduleSpan", draft.reschedule && draft.rescheduleLimited],
    ["earlySpan", draft.early],
    ["lateSpan", draft.late],
    ["waitlistSpan", draft.waitlist],
  ] as const;
  for (const [field, isOn] of spans) if (isOn && !minutesOf(draft[field])) wrong[field] = "span";
  const numbers = [
    ["most", true],
    ["waitlistMost", draft.waitlist],
  ] as const;
  for (const [field, isOn] of numbers) {
    if (isOn && draft[field].trim() && !((wholeOrNull(draft[field]) ?? 0) >= 1)) wrong[field] = "number";
  }
  return wrong;
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

export function sentencesOf(policy: Rules): Sentence[] {
  const draft = policyDraft(policy);
  const may = (key: "cancel" | "reschedule", isOn: boolean, isLimited: boolean, span: Span): Sentence => {
    if (!isOn) return { key: `${key}.none` };
    return isLimited ? { key, minutes: minutes(span) } : { key: `${key}.always` };
  };
  return [
    may("cancel", draft.cancel, draft.cancelLimited, draft.cancelSpan),
    may("reschedule", draft.reschedule, draft.rescheduleLimited, draft.rescheduleSpan),
    ...(draft.early ? [{ key: "early", minutes: minutes(draft.earlySpan) } as const] : []),
    draft.afterStart
      ? { key: "afterStart" }
      : draft.late
        ? { key: "late", minutes: minutes(draft.lateSpan) }
        : { key: "late.start" },
    ...(draft.most ? [{ key: "most", count: Number(draft.most) } as const] : []),
    ...(draft.birthYears ? [{ key: "birthYears" } as const] : []),
    ...(draft.waitlist ? [{ key: "waitlist", minutes: minutes(draft.waitlistSpan) } as const] : []),
  ];
}

/** Returns the form field for a stored path. */
export function policyField(path: string): PolicyField | undefined {
  const plain = path.replace(/^policy\./, "");
  const fields: Record<string, PolicyField> = {
    name: "name",
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
  return fields[plain];
}
