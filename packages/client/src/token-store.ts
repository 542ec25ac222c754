import type { contract, Input } from "@uola/contract";
import { type AccessTokens, type Client, createClient, type Fetch } from "./client.ts";
import type { CrossTab, TabMessage } from "./cross-tab.ts";
import { PlatformError } from "./errors.ts";
import { memoryStorage, type RefreshStorage } from "./storage.ts";
import type { AccessToken, Tokens } from "./tokens.ts";

export type TokenStore = AccessTokens & {
  /** Returns the stored tokens without fetching any. */
  current(): Tokens;
  /** Whether a member is signed in according to this tab. */
  isLoggedIn(): boolean;
  /** Exchanges a grant for tokens and stores them as a member's. */
  signIn(grant: Omit<Input<typeof contract.tokens.token>, "clientId">): Promise<void>;
  /** Deletes both tokens. The next call starts a new visitor. */
  clear(): void;
  /**
   * Calls the listener when a person signs in or out, in this tab or another. Returns a function
   * that unsubscribes.
   */
  subscribe(listener: () => void): () => void;
};

type Options = {
  /** The platform's origin. */
  url: string;
  /** The site's public client id on the platform. */
  clientId: string;
  fetch?: Fetch;
  storage?: RefreshStorage;
  /**
   * Coordinates with the token stores in other tabs that share the storage, so that one tab renews
   * the tokens for all.
   */
  crossTab?: CrossTab;
  now?: () => Date;
};

const earlySeconds = 60;
const none: AccessToken = { value: "", expiresAt: 0 };

/** Manages the tokens of one visitor or member: fetches, renews, replaces and deletes them. */
export function createTokenStore({
  url,
  clientId,
  fetch,
  storage = memoryStorage(),
  crossTab,
  now = () => new Date(),
}: Options): TokenStore {
  const client: Client = createClient(fetch ? { url, fetch } : { url });
  let access = none;
  /**
   * The refresh token that `access` belongs to. Another tab may have changed the storage in the
   * meantime.
   */
  let accessOf: string | undefined;
  let renewal: Promise<string> | undefined;
  // A sign-in or sign-out during a renewal takes precedence over it.
  let generation = 0;
  const listeners = new Set<() => void>();

  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  const isFresh = () => access.expiresAt - earlySeconds > nowSeconds() && accessOf === storage.read().value;

  async function grant(input: Input<typeof contract.tokens.token>): Promise<{ access: AccessToken; refresh: string }> {
    const askedAt = nowSeconds();
    const tokens = await client.tokens.token(input).catch(failed);
    return {
      access: { value: tokens.access_token, expiresAt: askedAt + tokens.expires_in },
      refresh: tokens.refresh_token,
    };
  }

  async function renew(): Promise<string> {
    const startGeneration = generation;
    const stored = storage.read();
    const isCurrent = () => generation === startGeneration && storage.read().value === stored.value;
    let mayReplace = true;
    if (stored.value) {
      try {
        const renewed = await grant({ grantType: "refresh_token", refreshToken: stored.value, clientId });
        if (isCurrent()) {
          // The platform may have replaced the refresh token. The old one stays valid for another
          // minute, for tabs that are renewing at the same time.
          if (renewed.refresh !== stored.value) storage.write({ value: renewed.refresh, role: stored.role });
          storeAccess("renewed", renewed.access);
        }
        return renewed.access.value;
      } catch (error) {
        // If the platform is unreachable, the session has not ended. The client continues as a
        // visitor and tries again later.
        mayReplace = error instanceof PlatformError && error.status >= 400 && error.status < 500;
      }
    }
    const visitor = await grant({ grantType: "anonymous", clientId });
    if (isCurrent() && mayReplace) {
      storage.write({ value: visitor.refresh, role: "visitor" });
      // Listeners are notified when a visitor replaces a member, but not when there was no one
      // before or another visitor.
      storeAccess(stored.role === "member" ? "replaced" : "renewed", visitor.access);
      if (stored.role === "member") changed();
    } else if (isCurrent()) {
      [access, accessOf] = [visitor.access, stored.value];
    }
    return visitor.access.value;
  }

  /** Stores the access token for this tab and sends it to the others. */
  function storeAccess(what: "renewed" | "replaced", token: AccessToken): void {
    [access, accessOf] = [token, storage.read().value];
    crossTab?.post({ what, access, of: accessOf });
  }

  function renewOnce(): Promise<string> {
    if (renewal) return renewal;
    const work = crossTab ? crossTab.exclusive(renewUnlessRenewed) : renew();
    const own = work.finally(() => {
      if (renewal === own) renewal = undefined;
    });
    renewal = own;
    return own;
  }

  /** Runs in one tab at a time and uses a token that another tab has just fetched, if there is one. */
  async function renewUnlessRenewed(waited: boolean): Promise<string> {
    if (waited && !isFresh()) await crossTab?.next();
    return isFresh() ? access.value : renew();
  }

  function invalidateRenewal(): void {
    generation += 1;
    renewal = undefined;
  }
  const changed = () => {
    for (const listener of listeners) listener();
  };

  function onMessage(message: TabMessage): void {
    if (message.what !== "renewed") invalidateRenewal();
    if (message.what === "cleared") access = none;
    else [access, accessOf] = [message.access, message.of];
    if (message.what !== "renewed") changed();
  }
  crossTab?.listen(onMessage);

  return {
    access: async () => (isFresh() ? access.value : renewOnce()),
    renewed(refused) {
      if (access.value === refused) access = none;
      return isFresh() ? Promise.resolve(access.value) : renewOnce();
    },
    current: () => {
      const { value = "", role = "none" } = storage.read();
      return { accessToken: isFresh() ? access : none, refreshToken: { value, role } };
    },
    isLoggedIn: () => storage.read().role === "member",
    async signIn(input) {
      const member = await grant({ ...input, clientId });
      invalidateRenewal();
      storage.write({ value: member.refresh, role: "member" });
      storeAccess("replaced", member.access);
      changed();
    },
    clear() {
      invalidateRenewal();
      access = none;
      storage.write(undefined);
      crossTab?.post({ what: "cleared" });
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function failed(cause: unknown): never {
  const { status = 0, requestId, code } = cause instanceof PlatformError ? cause : {};
  throw new PlatformError("something went wrong", { kind: "system", status, requestId, code, cause });
}
