import type { User } from "./auth.ts";
import { personalStore } from "./loader/stores.ts";

/** What this browser remembers of who is here: it is read before React is there, and by the session once it is. */
export const userKey = "uola.user";

/** So long what the platform said of somebody is believed on pages that are for everybody. */
const freshMs = 5 * 60_000;

type Remembered = User & { at: number };

/** The site's own cookie holds a refresh token and whose it is, as JSON. */
export function isMember(): boolean {
  try {
    return JSON.parse(decodeURIComponent(cookie("wrefreshToken") ?? "{}")).role === "member";
  } catch {
    return false;
  }
}

/** Left by the identity SDK for a day: its session may still be there though ours is not. */
export const hasSignedInBefore = (clientId: string) => cookie(`auth0.${clientId}.is.authenticated`) === "true";

/** A browser that keeps nothing asks the platform again. */
export function remember(user: User): User {
  quietly(() => localStorage.setItem(userKey, JSON.stringify({ ...user, at: Date.now() })));
  return user;
}

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

/** Does what a browser may forbid; then nothing comes of it. */
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
