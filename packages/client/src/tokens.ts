/** `expiresAt` is in seconds since 1970. */
export type AccessToken = { value: string; expiresAt: number };
/**
 * The client sets the role itself: `none` without a token, `visitor` for an anonymous one, `member` after a sign-in.
 */
export type RefreshToken = { value: string; role: "none" | "visitor" | "member" };
export type Tokens = { accessToken: AccessToken; refreshToken: RefreshToken };
