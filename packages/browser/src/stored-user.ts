import { personalStore } from "@uola/page-loader/stores.ts";
import type { User } from "./session/user.ts";

/**
 * The `localStorage` key of the current user. It is read before React is loaded, to find out
 * whether the page needs React at all.
 */
export const userKey = "uola.user";

/**
 * This key is set from a sign-out until the next sign-in. It signs out the other tabs too,
 * including those in the back/forward cache.
 */
export const signedOutKey = "uola.left";

/**
 * Prefix of the storage keys for the groups that a person has chosen for a season. The choices are
 * personal data, so they are deleted at sign-out.
 */
export const wishesPrefix = "uola.wishes.";

/** The time after which public pages fetch the current user from the platform again. */
const freshMs = 5 * 60_000;

type Remembered = User & { at: number };

/**
 * Whether a member is signed in, according to the site's own cookie: JSON with a refresh token and
 * its role.
 */
export function isMember(): boolean {
  try {
    return JSON.parse(decodeURIComponent(cookie("wrefreshToken") ?? "{}")).role === "member";
  } catch {
    return false;
  }
}

/**
 * Whether the identity provider may still have a session for somebody whose session on this site
 * has ended: the identity SDK keeps a cookie for a day.
 */
export const hasSignedInBefore = (clientId: string) => cookie(`auth0.${clientId}.is.authenticated`) === "true";

/**
 * Stores the current user. If the browser blocks storage, the next page fetches the user from the
 * platform again.
 */
export function remember(user: User): User {
  quietly(() => localStorage.removeItem(signedOutKey));
  quietly(() => localStorage.setItem(userKey, JSON.stringify({ ...user, at: Date.now() })));
  return user;
}

/** Signs out in every tab. Not used when a session merely expires. */
export function clearOnSignOut(): void {
  forget();
  quietly(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(wishesPrefix)) localStorage.removeItem(key);
  });
  // Set last, so that the other tabs are notified only after all other data is gone.
  quietly(() => localStorage.setItem(signedOutKey, ""));
}

export const hasSignedOut = (): boolean => quietly(() => localStorage.getItem(signedOutKey)) === "";

/** Removes all stored data of a user, including cached personal pages. */
export function forget(): void {
  quietly(() => localStorage.removeItem(userKey));
  quietly(() => void caches.delete(personalStore).catch(() => {}));
}

/** Returns the last known user, and when the platform confirmed it (ms since the epoch). */
export function remembered(): Remembered | undefined {
  const kept = quietly(() => JSON.parse(localStorage.getItem(userKey) ?? "null") as (User & { at?: number }) | null);
  return kept ? { ...kept, at: kept.at ?? 0 } : undefined;
}

export const isFresh = ({ at }: Remembered): boolean => Date.now() - at <= freshMs;

/**
 * Runs an action that the browser may block, such as storing something. Returns undefined if it
 * throws.
 */
export function quietly<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

const cookie = (name: string): string | undefined =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
