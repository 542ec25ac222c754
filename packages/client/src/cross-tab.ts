import type { AccessToken, RefreshToken } from "./tokens.ts";

/** What the tabs of a site tell each other: tokens were renewed, or somebody signed in or out. */
export type Told =
  | { what: "renewed"; access: AccessToken; of: RefreshToken["value"] | undefined }
  | { what: "replaced"; access: AccessToken; of: RefreshToken["value"] | undefined }
  | { what: "cleared" };

/** How stores of the same tokens, each in a tab of its own, keep together. */
export type Across = {
  /** Runs `work` while no other tab runs its own; `waited` says that another one just did. */
  alone<T>(work: (waited: boolean) => Promise<T>): Promise<T>;
  tell(told: Told): void;
  hear(listener: (told: Told) => void): void;
  /** The next thing another tab tells, or nothing if that takes too long. */
  next(): Promise<void>;
};

const lockWaitMs = 5000;
const lockTries = 10;
/** What another tab told before it gave the lock away is already on its way. */
const newsWaitMs = 250;

type Options = {
  /** The same in all tabs. */
  name: string;
  locks?: LockManager | undefined;
  lockWaitMs?: number;
};

/**
 * Tabs of one browser, by Web Locks and a BroadcastChannel. Where there are no locks (an address without https), and
 * where a tab sits on one, each renews for itself: a refresh token that was just replaced is good for a minute more.
 */
export function acrossTabs({
  name,
  locks = globalThis.navigator?.locks,
  lockWaitMs: wait = lockWaitMs,
}: Options): Across {
  const channel = new BroadcastChannel(name);
  // In Node a channel that is listened to would keep the process alive.
  (channel as { unref?: () => void }).unref?.();

  async function alone<T>(work: (waited: boolean) => Promise<T>): Promise<T> {
    if (!locks) return work(false);
    const begun: Promise<T>[] = [];
    const begin = (waited: boolean) => {
      const own = work(waited);
      begun.push(own);
      return settled(own);
    };
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? begin(false) : undefined));
    for (let tried = 0; begun.length === 0 && tried < lockTries; tried++) {
      await locks.request(name, { signal: AbortSignal.timeout(wait) }, () => begin(true)).catch(() => {});
    }
    return begun[0] ?? work(true);
  }

  return {
    alone,
    tell: (told) => channel.postMessage(told),
    hear: (listener) => channel.addEventListener("message", ({ data }) => listener(data)),
    next: () =>
      new Promise((resolve) => {
        const heard = () => {
          clearTimeout(timer);
          channel.removeEventListener("message", heard);
          resolve();
        };
        const timer = setTimeout(heard, newsWaitMs);
        channel.addEventListener("message", heard);
      }),
  };
}

/** The lock is given back however the work ends; the one who asked for it gets the error. */
const settled = (work: Promise<unknown>) =>
  work.then(
    () => {},
    () => {},
  );
