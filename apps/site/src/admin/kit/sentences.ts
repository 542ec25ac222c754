import { say } from "@uola/words/admin";
import { failureOf } from "../../errors.ts";

/** What the platform refuses with → what the team is told: what was not done, that nothing is lost, what to do. */
const sentences = {
  POLICY_IN_USE: "refused.POLICY_IN_USE",
  POLICY_IS_DEFAULT: "refused.POLICY_IS_DEFAULT",
  CATEGORY_IN_USE: "refused.CATEGORY_IN_USE",
  FORM_IN_USE: "refused.FORM_IN_USE",
  STAFF_IN_USE: "refused.STAFF_IN_USE",
  RESOURCE_IN_USE: "refused.RESOURCE_IN_USE",
  ACCOUNT_NOT_FOUND: "refused.ACCOUNT_NOT_FOUND",
  LOCATION_IS_DEFAULT: "refused.LOCATION_IS_DEFAULT",
  ADDRESS_NOT_ALLOWED: "refused.ADDRESS_NOT_ALLOWED",
  TOO_MANY_WEBHOOKS: "refused.TOO_MANY_WEBHOOKS",
  SLUG_ALREADY_EXISTS: "refused.SLUG_ALREADY_EXISTS",
  WDE0027: "refused.WDE0027",
  WDE0123: "refused.WDE0123",
  WDE0009: "refused.WDE0009",
  WDE0080: "refused.WDE0080",
  WDE0073: "refused.WDE0073",
  WDE0025: "refused.WDE0025",
  WDE0104: "refused.WDE0104",
  TOO_MANY_COLLECTIONS: "refused.TOO_MANY_COLLECTIONS",
  TOO_MANY_INDEXES: "refused.TOO_MANY_INDEXES",
  INDEX_ALREADY_EXISTS: "refused.INDEX_ALREADY_EXISTS",
  FILE_TYPE_NOT_ALLOWED: "refused.FILE_TYPE_NOT_ALLOWED",
  FILE_TOO_LARGE: "refused.FILE_TOO_LARGE",
  IMAGE_TOO_LARGE: "refused.IMAGE_TOO_LARGE",
  FILE_DAMAGED: "refused.FILE_DAMAGED",
  FILE_EMPTY: "refused.FILE_EMPTY",
  TOO_MANY_ROWS: "refused.TOO_MANY_ROWS",
  UNKNOWN_FIELD: "refused.UNKNOWN_FIELD",
  QUOTA_EXCEEDED: "refused.QUOTA_EXCEEDED",
  BOOKING_POLICY_VIOLATION: "session.failed.policy",
  BOOKING_REVISION_MISMATCH: "failed.revision",
  INVALID_BOOKING_STATUS: "failed.status",
  LAST_OWNER: "members.lastOwner",
  NOT_WAITING: "waitlist.failed.gone",
  NO_OPEN_SPOTS: "failed.full",
  RESOURCE_NOT_FOUND: "calendar.failed.gone",
  SCHEDULE_CAPACITY_EXCEEDED: "session.failed.full",
  SCHEDULE_NOT_FOUND: "calendar.failed.gone",
  SESSION_CAPACITY_EXCEEDED: "session.failed.full",
  SESSION_NOT_FOUND: "calendar.failed.gone",
  SESSION_OVER: "calendar.failed.over",
  SLOT_NOT_AVAILABLE: "session.failed.full",
  STAFF_NOT_FOUND: "calendar.failed.gone",
  VALIDATION_FAILURE: "calendar.failed.invalid",
  WAITLIST_ENTRY_NOT_FOUND: "waitlist.failed.gone",
  DOCUMENT_NOT_FOUND: "refused.DOCUMENT_NOT_FOUND",
  MIXED_SCOPE: "refused.MIXED_SCOPE",
  MONTH_CLOSED: "refused.MONTH_CLOSED",
  MONTH_NOT_OVER: "refused.MONTH_NOT_OVER",
  NOTHING_REMAINS: "refused.NOTHING_REMAINS",
  SELLER_HAS_NO_VAT_CODE: "refused.SELLER_HAS_NO_VAT_CODE",
  SELLER_NOT_SET: "refused.SELLER_NOT_SET",
  SERIES_OF_ANOTHER_KIND: "refused.SERIES_OF_ANOTHER_KIND",
  VOUCHER_NOT_FOUND: "refused.VOUCHER_NOT_FOUND",
  VOUCHER_BLOCKED: "refused.VOUCHER_BLOCKED",
  VOUCHER_EXPIRED: "refused.VOUCHER_EXPIRED",
  VOUCHER_REFUNDED: "refused.VOUCHER_REFUNDED",
  VOUCHER_USED_UP: "refused.VOUCHER_USED_UP",
  VOUCHER_RESERVED: "refused.VOUCHER_RESERVED",
  VOUCHER_TAKEN_WHOLE: "refused.VOUCHER_TAKEN_WHOLE",
  INSUFFICIENT_BALANCE: "refused.INSUFFICIENT_BALANCE",
  NOT_LATER: "refused.NOT_LATER",
  MORE_THAN_USED: "refused.MORE_THAN_USED",
  SERVICE_HAS_NO_PRICE: "refused.SERVICE_HAS_NO_PRICE",
  TOO_MANY_GUESSES: "refused.TOO_MANY_GUESSES",
  COUPON_NOT_FOUND: "refused.COUPON_NOT_FOUND",
  COUPON_NOT_YET: "refused.COUPON_NOT_YET",
  COUPON_ENDED: "refused.COUPON_ENDED",
  COUPON_NOT_FOR_SERVICE: "refused.COUPON_NOT_FOR_SERVICE",
  COUPON_NOT_AT_THIS_TIME: "refused.COUPON_NOT_AT_THIS_TIME",
  COUPON_BELOW_MINIMUM: "refused.COUPON_BELOW_MINIMUM",
  COUPON_FIRST_BOOKING_ONLY: "refused.COUPON_FIRST_BOOKING_ONLY",
  COUPON_STOPPED: "refused.COUPON_STOPPED",
  COUPON_USED_UP: "refused.COUPON_USED_UP",
  COUPON_PERSON_LIMIT: "refused.COUPON_PERSON_LIMIT",
  COUPON_FAMILY_LIMIT: "refused.COUPON_FAMILY_LIMIT",
  COUPON_STANDS_ALONE: "refused.COUPON_STANDS_ALONE",
  COUPON_USED_FOR_BOOKING: "refused.COUPON_USED_FOR_BOOKING",
  BOOKING_HAS_NO_PRICE: "refused.BOOKING_HAS_NO_PRICE",
  CODE_TAKEN: "refused.CODE_TAKEN",
  LIMIT_BELOW_USES: "refused.LIMIT_BELOW_USES",
  COUPON_WAS_USED: "refused.COUPON_WAS_USED",
} as const;

const isKnown = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code);

/** Why something was not done. `invalid` is for what has no fields that could be wrong. */
export function sentenceOf(
  error: unknown,
  invalid: "refused.invalid" | "calendar.failed.invalid" = "refused.invalid",
): string {
  const { kind, code } = failureOf(error);
  if (kind === "offline") return say("refused.offline");
  if (kind === "conflict") return say("refused.conflict");
  if (kind === "invalid") return say(invalid);
  return say(isKnown(code) ? sentences[code] : "failed.other");
}

/** What is wrong with a field, in a list of several: "Kaina, €: įrašykite sumą." */
export const wrongLine = (label: string, sentence: string): string =>
  `${label}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
