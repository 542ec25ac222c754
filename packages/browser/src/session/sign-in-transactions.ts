import { quietly } from "../stored-user.ts";

// A browser may have several sign-ins in progress, one per tab. The SDK stores only the last
// sign-in of a tab, in its sessionStorage. This module stores every sign-in by its `state`, so that
// each tab finds its own, even if the response arrives in another tab.

/** How long an unfinished sign-in is stored. The provider stores it equally long. */
const keptMs = 60 * 60_000;
/**
 * The maximum number of stored sign-ins; a person rarely has more in progress. The oldest ones are
 * removed.
 */
const keptMax = 5;
const prefix = "uola.sign-in.";
const returnToKey = "uola.sign-in-from";

type Kept = { at: number; transaction: string };

/** The storage key under which the SDK stores the tab's transaction. */
const sdkKey = (clientId: string) => `a0.spajs.txs.${clientId}`;

/** Stores the transaction that the SDK has just started in this tab, and the tab's current page. */
export function storeTransaction(state: string, clientId: string, returnTo: string, now = Date.now()): void {
  quietly(() => sessionStorage.setItem(returnToKey, returnTo));
  const transaction = quietly(() => sessionStorage.getItem(sdkKey(clientId)));
  if (!transaction) return;
  const kept: Kept = { at: now, transaction };
  quietly(() => localStorage.setItem(prefix + state, JSON.stringify(kept)));
  prune(now);
}

/** Whether this browser has started the sign-in with this state and not finished it. */
export const hasTransaction = (state: string, now = Date.now()): boolean => read(prefix + state, now) !== undefined;

/**
 * Restores the transaction with the given state for the SDK in this tab. A transaction can be used
 * once.
 */
export function restoreTransaction(state: string, clientId: string, now = Date.now()): void {
  const kept = read(prefix + state, now);
  quietly(() => localStorage.removeItem(prefix + state));
  if (kept) quietly(() => sessionStorage.setItem(sdkKey(clientId), kept.transaction));
}

/** The page this tab was on when it last left to sign in. */
export const lastReturnTo = (): string | undefined => quietly(() => sessionStorage.getItem(returnToKey)) ?? undefined;

function read(key: string, now: number): Kept | undefined {
  const kept = quietly(() => JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null);
  return kept && now - kept.at <= keptMs ? kept : undefined;
}

function prune(now: number): void {
  const keys = quietly(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? [];
  const newest = keys
    .flatMap((key) => {
      const kept = read(key, now);
      return kept ? [{ key, at: kept.at }] : [];
    })
    .toSorted((a, b) => b.at - a.at)
    .slice(0, keptMax);
  for (const key of keys) {
    if (!newest.some((each) => each.key === key)) quietly(() => localStorage.removeItem(key));
  }
}
