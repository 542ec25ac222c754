/** How much one may write in a day: a conversation goes on by mail. docs/rules/limits.md has the numbers. */
export const inquiryLimits = {
  /** By one address, visitor or member. */
  placesPerPerson: { withoutProof: 3, atMost: 20 },
  /** From one network. */
  placesPerNetwork: { withoutProof: 20 },
};
