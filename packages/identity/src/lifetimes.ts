const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long things live, in seconds. */
export const ttl = {
  /** From the first page of a sign-in to its end. */
  interaction: hour,
  code: minute,
  accessToken: day,
  /** A JWT cannot be taken back, so it is short. */
  accessTokenForAudience: hour,
  idToken: 10 * hour,
  /** From the first of a family of rotated tokens. */
  refreshToken: 30 * day,
  /** Since it was last used. */
  session: 7 * day,
} as const;
