const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes in seconds. */
export const ttl = {
  /** From the first page of a sign-in to its end. */
  interaction: hour,
  code: minute,
  accessToken: day,
  /** A JWT cannot be revoked, so it is short. */
  accessTokenForAudience: hour,
  idToken: 10 * hour,
  /** From the first of a family of rotated tokens. */
  refreshToken: 30 * day,
  /** The same for people who see other people's data. */
  staffRefreshToken: 7 * day,
  /** The longest time without use. */
  session: 7 * day,
} as const;

/** A session ends when it is unused for too long, and at the latest after `atMost`. Then the person signs in again. */
const sessions = {
  others: { idle: ttl.session, atMost: 30 * day },
  staff: { idle: 12 * hour, atMost: 7 * day },
};

/** How long a session used now continues. `loginTs` is when its person signed in, both in seconds. */
export function sessionSeconds(loginTs: number | undefined, isStaff: boolean, nowSeconds = Date.now() / 1000): number {
  const { idle, atMost } = isStaff ? sessions.staff : sessions.others;
  const left = (loginTs ?? nowSeconds) + atMost - nowSeconds;
  return Math.max(1, Math.floor(Math.min(idle, left)));
}
