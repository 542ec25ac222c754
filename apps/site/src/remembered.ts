import type { User } from "./auth.ts";
import { personalStore } from "./loader/stores.ts";

/** The key in `localStorage` of who is here. It is read before React is loaded, to see whether the page needs React at all. */
export const userKey = "uola.user";

/** Kept from a sign-out until somebody signs in: the other tabs go with it, also those that wait in the history. */
export const leftKey = "uola.left";

/** What begins the keys of the groups chosen for a season; they are personal, so they go at a sign-out. */
export const wishesPrefix = "uola.wishes.";

/** On pages for everybody the platform is asked again who is here only after this time. */
const freshMs = 5 * 60_000;

type Remembered = User & { at: number };

/** Whether a member is signed in, by the site's own cookie: JSON with a refresh token and whose it is. */
export function isMember(): boolean {
  try {
    return JSON.parse(decodeURIComponent(cookie("wrefreshToken") ?? "{}")).role === "member";
  } catch {
    return false;
  }
}

/** The identity SDK leaves a cookie for a day: the provider may still know somebody whose session here has ended. */
export const hasSignedInBefore = (clientId: string) => cookie(`auth0.${clientId}.is.authenticated`) === "true";

/** Keeps who is here. Where the browser forbids that, the next page asks the platform again. */
export function remember(user: User): User {
  quietly(() => localStorage.removeItem(leftKey));
  quietly(() => localStorage.setItem(userKey, JSON.stringify({ ...user, at: Date.now() })));
  return user;
}

/** Somebody signs out, and every tab shall know; a stay that only ended is no farewell. */
export function forgetLeaving(): void {
  forget();
  quietly(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(wishesPrefix)) localStorage.removeItem(key);
  });
  // Last of all: the other tabs hear it when nothing of them is left.
  quietly(() => localStorage.setItem(leftKey, ""));
}

export const hasLeft = (): boolean => quietly(() => localStorage.getItem(leftKey)) === "";

/** Removes what is kept of a person, with the pages that only they may see. */
export function forget(): void {
  quietly(() => localStorage.removeItem(userKey));
  quietly(() => void caches.delete(personalStore).catch(() => {}));
}

/** Who was here last, and when the platform said so (ms since the epoch). */
export function remembered(): Remembered | undefined {
  const kept = quietly(() => JSON.parse(localStorage.getItem(userKey) ?? "null") as (User & { at?: number }) | null);
  return kept ? { ...kept, at: kept.at ?? 0 } : undefined;
}

export const isFresh = ({ at }: Remembered): boolean => Date.now() - at <= freshMs;

/** Does what a browser may forbid, such as storing something. Undefined where it does. */
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
