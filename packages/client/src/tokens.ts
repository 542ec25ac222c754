/** `expiresAt` in seconds since 1970. */
export type AccessToken = { value: string; expiresAt: number };
/** The role is the client's own note: `none` of nobody, `visitor` of an anonymous one, `member` after a sign-in. */
export type RefreshToken = { value: string; role: "none" | "visitor" | "member" };
export type Tokens = { accessToken: AccessToken; refreshToken: RefreshToken };
