/** How somebody signed in, by the names of RFC 8176. A passkey asks for finger, face or PIN: it is two factors alone. */
export const methods = { password: ["pwd"], passkey: ["hwk", "user", "mfa"], code: ["otp", "mfa"] };

export const hasSecondFactor = (amr: readonly string[] | undefined): boolean => amr?.includes("mfa") ?? false;

/** What somebody signed in by, and what they proved since. */
export const proved = (amr: readonly string[] | undefined, more: readonly string[]): string[] => [
  ...new Set([...(amr ?? methods.password), ...more]),
];
