/**
 * Authentication methods by their names in RFC 8176. A passkey verifies the user, so it alone
 * counts as two factors.
 */
export const methods = { password: ["pwd"], passkey: ["hwk", "user", "mfa"], code: ["otp", "mfa"] };

export const hasSecondFactor = (amr: readonly string[] | undefined): boolean => amr?.includes("mfa") ?? false;

/** Returns the authentication methods of a sign-in, including those used since. */
export const withMethods = (amr: readonly string[] | undefined, more: readonly string[]): string[] => [
  ...new Set([...(amr ?? methods.password), ...more]),
];
