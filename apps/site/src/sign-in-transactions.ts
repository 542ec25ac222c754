import { quietly } from "./remembered.ts";

// A browser may have several sign-ins under way, one in each tab. The SDK keeps only the last one of a tab, in its
// sessionStorage. Here each is kept by its `state`, so that every tab finds its own, also when the response arrives in
// another tab.

/** As long as the provider keeps a sign-in that is not finished. */
const keptMs = 60 * 60_000;
/** A person rarely has more sign-ins under way. The oldest are removed. */
const keptMax = 5;
const prefix = "uola.sign-in.";
const returnToKey = "uola.sign-in-from";

type Kept = { at: number; transaction: string };

/** Where the SDK keeps the transaction of the tab. */
const sdkKey = (clientId: string) => `a0.spajs.txs.${clientId}`;

/** Keeps the transaction that the SDK has just begun in this tab, and where the tab was. */
export function keepTransaction(state: string, clientId: string, returnTo: string, now = Date.now()): void {
  quietly(() => sessionStorage.setItem(returnToKey, returnTo));
  const transaction = quietly(() => sessionStorage.getItem(sdkKey(clientId)));
  if (!transaction) return;
  const kept: Kept = { at: now, transaction };
  quietly(() => localStorage.setItem(prefix + state, JSON.stringify(kept)));
  prune(now);
}

/** Whether this browser has begun the sign-in with this state and not finished it. */
export const hasTransaction = (state: string, now = Date.now()): boolean => read(prefix + state, now) !== undefined;

/** Gives the transaction of a state back to the SDK of this tab. It can be used once. */
export function restoreTransaction(state: string, clientId: string, now = Date.now()): void {
  const kept = read(prefix + state, now);
  quietly(() => localStorage.removeItem(prefix + state));
  if (kept) quietly(() => sessionStorage.setItem(sdkKey(clientId), kept.transaction));
}

/** Where this tab was when it last left to sign in. */
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
