/**
 * Daily inquiry limits. A conversation continues by mail. The numbers are listed in
 * docs/rules/limits.md.
 */
export const inquiryLimits = {
  /** Per e-mail address, visitor or member. */
  placesPerPerson: { withoutProof: 3, atMost: 20 },
  /** Per network. */
  placesPerNetwork: { withoutProof: 20 },
};
