import { reasonOf } from "@uola/browser/error-messages.ts";
import { failureOf } from "@uola/browser/errors.ts";
import type { FieldViolation } from "@uola/client";
import type { Draft } from "./draft.ts";
import type { FieldId, Problem } from "./form-problems.ts";

/** The reason why a booking was rejected. Typed input survives all of them. */
export type Refusal =
  | { why: "full" | "closed" | "unopened" | "gone" | "busy" | "offline" | "broken" }
  /** For the waiting list: it is full, or this person is already on it. */
  | { why: "waitFull" | "waiting" }
  /**
   * `much`: the limit of advance bookings is reached and the gym asks to be contacted; `members`:
   * only members may book.
   */
  | { why: "much" | "members" }
  /** For the waiting list: places are available, so waiting is not needed. */
  | { why: "free" }
  | { why: "fields"; problems: Problem[] };

/** The state of a form: being filled in, being sent, or booked. */
export type Attempt =
  | { at: "filling"; problems: Problem[]; refusal?: Refusal }
  | { at: "sending" }
  | { at: "booked"; bookingId: string };

export type AttemptEvent =
  | { event: "submit"; problems: Problem[] }
  | { event: "refuse"; refusal: Refusal }
  | { event: "book"; bookingId: string }
  | { event: "edit"; field: FieldId }
  /** Another choice was made, so the previous result no longer matters. */
  | { event: "choose" };

export const filling: Attempt = { at: "filling", problems: [] };

/**
 * Returns the next state of a form. Events that do not apply to a state are ignored, so a second
 * click sends nothing.
 */
export function nextAttempt(attempt: Attempt, happening: AttemptEvent): Attempt {
  switch (happening.event) {
    case "submit":
      if (attempt.at !== "filling") return attempt;
      return happening.problems.length > 0 ? { at: "filling", problems: happening.problems } : { at: "sending" };
    case "refuse": {
      if (attempt.at !== "sending") return attempt;
      const { refusal } = happening;
      return { at: "filling", problems: refusal.why === "fields" ? refusal.problems : [], refusal };
    }
    case "book":
      return attempt.at === "sending" ? { at: "booked", bookingId: happening.bookingId } : attempt;
    case "edit":
      if (attempt.at !== "filling") return attempt;
      return { ...attempt, problems: attempt.problems.filter(({ field }) => field !== happening.field) };
    case "choose":
      return attempt.at === "sending" ? attempt : filling;
  }
}

export function refusalOf(error: unknown): Refusal {
  const why = reasonOf(error, "book");
  const { kind, violations } = failureOf(error);
  const problems = kind === "invalid" ? violations.flatMap(fieldOf) : [];
  if (why === "broken" && problems.length > 0) return { why: "fields", problems };
  return { why: why === "broken" && kind === "busy" ? "busy" : why };
}

const endings: [RegExp, FieldId][] = [
  [/contactDetails\.firstName$/, "firstName"],
  [/contactDetails\.lastName$/, "lastName"],
  [/contactDetails\.email$/, "email"],
  [/contactDetails\.phone$/, "phone"],
  [/totalParticipants$/, "participants"],
  [/birthYear$/, "born-0"],
  [/participants/, "name-0"],
  [/additionalFields/, "note"],
];
const fieldOf = ({ field: path, data }: FieldViolation): Problem[] => {
  if (typeof data?.id === "string") return [{ field: `answer-${data.id}`, what: "missing" }];
  const field = endings.find(([ending]) => ending.test(path))?.[1];
  return field ? [{ field, what: "refused" }] : [];
};

/**
 * Idempotency key of a request: the same request sent again is the same booking; a different one
 * gets a new key.
 */
export type Key = { key: string; wish: string };
export function keyFor(
  kept: Key | null,
  timeId: string,
  { participants, choices, email }: Pick<Draft, "participants" | "choices" | "email">,
  make: () => string,
): Key {
  const wish = [timeId, participants, ...Object.entries(choices).flat(), email.trim().toLowerCase()].join(" ");
  return kept?.wish === wish ? kept : { key: make(), wish };
}
