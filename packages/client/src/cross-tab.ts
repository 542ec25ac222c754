import type { AccessToken, RefreshToken } from "./tokens.ts";

/** A message between the tabs of a site: tokens were renewed, or a person signed in or out. */
export type TabMessage =
  | { what: "renewed"; access: AccessToken; of: RefreshToken["value"] | undefined }
  | { what: "replaced"; access: AccessToken; of: RefreshToken["value"] | undefined }
  | { what: "cleared" };

/** Coordinates the token stores of several tabs. */
export type CrossTab = {
  /**
   * Runs `work` while no other tab runs its own work. `waited` is true if this tab had to wait for
   * another tab.
   */
  exclusive<T>(work: (waited: boolean) => Promise<T>): Promise<T>;
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
  /** Resolves at the next message from another tab, or after a short timeout. */
  next(): Promise<void>;
};

const lockWaitMs = 5000;
const lockTries = 10;
/** Covers the delay of a message that another tab sent before it released the lock. */
const messageWaitMs = 250;

type Options = {
  /** Must be the same in all tabs. */
  name: string;
  locks?: LockManager | undefined;
  lockWaitMs?: number;
};

/**
 * Coordinates the tabs of one browser with Web Locks and a BroadcastChannel. Without locks (a page
 * without https), or when a tab holds the lock for too long, each tab renews the token itself: a
 * replaced refresh token stays valid for another minute.
 */
export function crossTab({
  name,
  locks = globalThis.navigator?.locks,
  lockWaitMs: wait = lockWaitMs,
}: Options): CrossTab {
  const channel = new BroadcastChannel(name);
  // In Node.js, a channel with a listener would keep the process running.
  (channel as { unref?: () => void }).unref?.();

  async function exclusive<T>(work: (waited: boolean) => Promise<T>): Promise<T> {
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
    exclusive,
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener("message", ({ data }) => listener(data)),
    next: () =>
      new Promise((resolve) => {
        const onMessage = () => {
          clearTimeout(timer);
          channel.removeEventListener("message", onMessage);
          resolve();
        };
        const timer = setTimeout(onMessage, messageWaitMs);
        channel.addEventListener("message", onMessage);
      }),
  };
}

/** The lock is released even if the work fails; the error goes to the caller of `exclusive`. */
const settled = (work: Promise<unknown>) =>
  work.then(
    () => {},
    () => {},
  );
