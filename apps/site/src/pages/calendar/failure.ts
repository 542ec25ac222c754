import { words } from "@uola/words/admin";

const say = words("lt");

const known = {
  SESSION_OVER: "calendar.failed.over",
  SESSION_NOT_FOUND: "calendar.failed.gone",
  STAFF_NOT_FOUND: "calendar.failed.gone",
  RESOURCE_NOT_FOUND: "calendar.failed.gone",
  SCHEDULE_NOT_FOUND: "calendar.failed.gone",
  VALIDATION_FAILURE: "calendar.failed.invalid",
  BOOKING_REVISION_MISMATCH: "failed.revision",
  INVALID_BOOKING_STATUS: "failed.status",
  NO_OPEN_SPOTS: "failed.full",
  SESSION_CAPACITY_EXCEEDED: "session.failed.full",
  SCHEDULE_CAPACITY_EXCEEDED: "session.failed.full",
  SLOT_NOT_AVAILABLE: "session.failed.full",
  BOOKING_POLICY_VIOLATION: "session.failed.policy",
  NOT_WAITING: "waitlist.failed.gone",
  WAITLIST_ENTRY_NOT_FOUND: "waitlist.failed.gone",
} as const;

/** What went wrong, what was not changed, what to do. */
export function failureOf(error: unknown): string {
  const { code, kind } = error as { code?: string; kind?: string };
  if (kind === "validation") return say("calendar.failed.invalid");
  return say(code && code in known ? known[code as keyof typeof known] : "failed.other");
}
