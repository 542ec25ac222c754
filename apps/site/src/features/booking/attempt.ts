import { reasonOf } from "@uola/browser/error-messages.ts";
import { failureOf } from "@uola/browser/errors.ts";
import type { FieldViolation } from "@uola/client";
import type { Draft } from "./draft.ts";
import type { FieldId, Problem } from "./form-problems.ts";

/** The reason why a booking was rejected. Typed input is preserved after every rejection. */
export type Refusal =
  | { why: "full" | "closed" | "unopened" | "gone" | "busy" | "offline" | "broken" }
  /** Reasons for the waiting list: it is full, or this person is already on it. */
  | { why: "waitFull" | "waiting" }
  /**
   * `much`: the limit for advance bookings is reached, and the gym asks the person to contact it;
   * `members`: only members may book.
   */
  | { why: "much" | "members" }
  /** Reason for the waiting list: places are free, so waiting is not necessary. */
  | { why: "free" }
  | { why: "fields"; problems: Problem[] };

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
 * The idempotency key of a request. Sending the same request again makes no second booking; a
 * different request gets a new key.
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
