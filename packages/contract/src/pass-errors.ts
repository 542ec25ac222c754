/** Reasons why a pass is not accepted. */
export const passUseErrors = [
  "PASS_REFUNDED",
  "PASS_EXPIRED",
  "PASS_USED_UP",
  "PASS_FROZEN",
  "PASS_NOT_FOR_THIS",
  "PASS_NOT_AT_THIS_TIME",
  "PASS_TOO_MANY_PEOPLE",
  "PASS_TOO_FEW_ENTRIES",
  "PASS_USED_TODAY",
] as const;
