/** `expiresAt` is in Unix seconds. */
export type AccessToken = { value: string; expiresAt: number };
/**
 * The client sets the role itself: `none` without a token, `visitor` for an anonymous token,
 * `member` after a sign-in.
 */
export type RefreshToken = { value: string; role: "none" | "visitor" | "member" };
export type Tokens = { accessToken: AccessToken; refreshToken: RefreshToken };
