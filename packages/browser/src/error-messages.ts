import { failureOf } from "./errors.ts";

/**
 * Reasons for failures, by task and error code. Message keys end with the name of the reason.
 * REGISTRATION_NOT_OPEN means a policy violation that includes the time when registration opens.
 */
const reasons = {
  cancel: {
    BOOKING_REVISION_MISMATCH: "changed",
    BOOKING_POLICY_VIOLATION: "late",
    INVALID_BOOKING_STATUS: "over",
    BOOKING_NOT_FOUND: "over",
  },
  move: {
    SESSION_CAPACITY_EXCEEDED: "taken",
    SLOT_NOT_AVAILABLE: "taken",
    SESSION_NOT_FOUND: "taken",
    RESOURCE_NOT_FOUND: "taken",
    PASS_REFUNDED: "pass",
    PASS_EXPIRED: "pass",
    PASS_USED_UP: "pass",
    PASS_FROZEN: "pass",
    PASS_NOT_FOR_THIS: "pass",
    PASS_NOT_AT_THIS_TIME: "pass",
    PASS_TOO_MANY_PEOPLE: "pass",
    PASS_TOO_FEW_ENTRIES: "pass",
    PASS_USED_TODAY: "pass",
    COUPON_NOT_AT_THIS_TIME: "coupon",
    BOOKING_POLICY_VIOLATION: "late",
    BOOKING_REVISION_MISMATCH: "changed",
    INVALID_BOOKING_STATUS: "over",
    BOOKING_NOT_FOUND: "over",
  },
  book: {
    SESSION_CAPACITY_EXCEEDED: "full",
    SCHEDULE_CAPACITY_EXCEEDED: "full",
    WAITLIST_DISABLED: "full",
    SLOT_NOT_AVAILABLE: "gone",
    SESSION_NOT_FOUND: "gone",
    SCHEDULE_NOT_FOUND: "gone",
    BOOKING_POLICY_VIOLATION: "closed",
    REGISTRATION_NOT_OPEN: "unopened",
    RESOURCE_EXHAUSTED: "busy",
    WAITLIST_FULL: "waitFull",
    ALREADY_ON_WAITLIST: "waiting",
    PLACES_AVAILABLE: "free",
    TOO_MANY_PLACES: "much",
    MEMBERS_ONLY: "members",
  },
  cart: {
    SESSION_CAPACITY_EXCEEDED: "full",
    SCHEDULE_CAPACITY_EXCEEDED: "full",
    SLOT_NOT_AVAILABLE: "gone",
    SESSION_NOT_FOUND: "gone",
    SCHEDULE_NOT_FOUND: "gone",
    RESOURCE_NOT_FOUND: "gone",
    LINE_NOT_FOUND: "gone",
    BOOKING_POLICY_VIOLATION: "closed",
    REGISTRATION_NOT_OPEN: "unopened",
    TOO_MANY_HOLDS: "much",
    MEMBERS_ONLY: "members",
    NOT_FOR_SALE: "unsold",
    CART_FULL: "heavy",
    CODE_NOT_FOUND: "noCode",
    TOO_MANY_GUESSES: "guesses",
    NOT_A_NAME: "name",
    RESOURCE_EXHAUSTED: "busy",
  },
  order: {
    TOTAL_CHANGED: "changed",
    LINES_NOT_AVAILABLE: "lines",
    SUM_TOO_LARGE: "sum",
    CART_EMPTY: "empty",
    WAY_NOT_OFFERED: "way",
    CONSENT_REQUIRED: "consent",
    SELLER_NOT_SET: "shut",
    MEMBERS_ONLY: "members",
    TOO_MANY_PLACES: "much",
    NOT_A_NAME: "name",
    PROVIDER_UNAVAILABLE: "bank",
    PAYMENT_UNDER_WAY: "underWay",
    TOO_MANY_ATTEMPTS: "attempts",
    ORDER_NOT_OPEN: "over",
    ORDER_NOT_FOUND: "over",
    ATTEMPT_NOT_FOUND: "over",
    NOT_REFUNDABLE: "kept",
    MORE_THAN_PAID: "kept",
    NOTHING_REMAINS: "kept",
    TOO_LATE_FOR_COMPANY: "companyLate",
    COMPANY_IS_KNOWN: "companyKnown",
    RESOURCE_EXHAUSTED: "busy",
  },
  wait: {
    OFFER_EXPIRED: "expired",
    NOT_OFFERED: "expired",
    WAITLIST_ENTRY_NOT_FOUND: "gone",
    REGISTRATION_NOT_OPEN: "unopened",
  },
  security: {
    WRONG_PASSWORD: "wrongPassword",
    WRONG_CODE: "wrongCode",
    RESOURCE_EXHAUSTED: "paused",
    REAUTHENTICATION_NEEDED: "signInAgain",
    SECOND_FACTOR_REQUIRED: "required",
    LAST_WAY_IN: "lastWay",
    PASSKEY_NOT_FOUND: "gone",
    DEVICE_NOT_FOUND: "gone",
    APP_NOT_FOUND: "gone",
    PASSWORD_TOO_SHORT: "tooShort",
    PASSWORD_TOO_LONG: "tooLong",
    PASSWORD_TOO_COMMON: "tooCommon",
  },
} as const;

type Reasons = typeof reasons;
type Task = keyof Reasons;
export type Reason<Of extends Task> = { [T in Of]: Reasons[T][keyof Reasons[T]] }[Of] | "offline" | "broken";

/** Returns the time when registration opens, from the error that rejected a booking made too early. */
export function registrationOpensOf(error: unknown): Date | undefined {
  const { code, data } = failureOf(error);
  const { registrationOpens: opens } = data;
  return code === "BOOKING_POLICY_VIOLATION" && typeof opens === "string" ? new Date(opens) : undefined;
}

/**
 * Returns the reason why a task failed: `offline` if there was no response, `broken` for an unknown
 * code.
 */
export function reasonOf<Of extends Task>(error: unknown, task: Of): Reason<Of> {
  const { kind, code, violations } = failureOf(error);
  const known = new Map<unknown, Reason<Of>>(Object.entries(reasons[task]) as [string, Reason<Of>][]);
  const unopened = registrationOpensOf(error) && known.get("REGISTRATION_NOT_OPEN");
  if (unopened) return unopened;
  // An invalid name, or the password rule that was violated, is reported in the field violation.
  const [violation] = violations;
  const atField = known.get(violation?.data?.code) ?? known.get(violation?.ruleName);
  return known.get(code) ?? atField ?? (kind === "offline" ? "offline" : "broken");
}
