const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes of tokens, sessions and sign-ins, in seconds. */
export const ttl = {
  /** From the first page of a sign-in to its completion. */
  interaction: hour,
  code: minute,
  accessToken: day,
  /** A JWT cannot be revoked, so its lifetime is short. */
  accessTokenForAudience: hour,
  idToken: 10 * hour,
  /** Counted from the first token of a family of rotated tokens. */
  refreshToken: 30 * day,
  /** The lifetime of refresh tokens for staff, who can see other people's data. */
  staffRefreshToken: 7 * day,
  /** The maximum time that a session can be unused. */
  session: 7 * day,
} as const;

/**
 * A session ends after `idle` without use, and at the latest after `atMost`. Then the person has to
 * sign in again.
 */
const sessions = {
  others: { idle: ttl.session, atMost: 30 * day },
  staff: { idle: 12 * hour, atMost: 7 * day },
};

/**
 * Returns how long a session that is used now remains valid. `loginTs` is the time of the sign-in.
 * Both are in seconds.
 */
export function sessionSeconds(loginTs: number | undefined, isStaff: boolean, nowSeconds = Date.now() / 1000): number {
  const { idle, atMost } = isStaff ? sessions.staff : sessions.others;
  const left = (loginTs ?? nowSeconds) + atMost - nowSeconds;
  return Math.max(1, Math.floor(Math.min(idle, left)));
}
