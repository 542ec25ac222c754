import type { contract, Input } from "@uola/contract";
import type { Across, Told } from "./cross-tab.ts";
import { type AccessTokens, type Client, createClient, type Fetch } from "./client.ts";
import { PlatformError } from "./errors.ts";
import { memoryStorage, type RefreshStorage } from "./storage.ts";
import type { AccessToken, Tokens } from "./tokens.ts";

export type TokenStore = AccessTokens & {
  /** What is held now, without getting anything. */
  current(): Tokens;
  /** Whether a member is signed in, as far as is known here. */
  isLoggedIn(): boolean;
  /** Trade a grant for tokens, and keep them as a member's. */
  signIn(grant: Omit<Input<typeof contract.tokens.token>, "clientId">): Promise<void>;
  /** Forget both tokens; the next call is a new visitor's. */
  clear(): void;
  /** Be told when somebody signs in or out, here or in another tab. Returns how to end that. */
  subscribe(listener: () => void): () => void;
};

type Options = {
  /** The platform's origin. */
  url: string;
  /** The site's public client id on the platform. */
  clientId: string;
  fetch?: Fetch;
  storage?: RefreshStorage;
  /** Other stores on the same storage, in other tabs: one renews for all. */
  across?: Across;
  now?: () => Date;
};

const earlySeconds = 60;
const none: AccessToken = { value: "", expiresAt: 0 };

/** Holds the tokens of one visitor or member through their life: got anonymously, used, renewed, replaced, forgotten. */
export function createTokenStore({
  url,
  clientId,
  fetch,
  storage = memoryStorage(),
  across,
  now = () => new Date(),
}: Options): TokenStore {
  const client: Client = createClient(fetch ? { url, fetch } : { url });
  let access = none;
  /** The refresh token that `access` goes with: the storage may have changed since, by another tab. */
  let accessOf: string | undefined;
  let renewal: Promise<string> | undefined;
  // A sign-in or sign-out while a renewal is under way wins over it.
  let era = 0;
  const listeners = new Set<() => void>();

  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  const isFresh = () => access.expiresAt - earlySeconds > nowSeconds() && accessOf === storage.read().value;

  async function grant(wish: Input<typeof contract.tokens.token>): Promise<{ access: AccessToken; refresh: string }> {
    const askedAt = nowSeconds();
    const tokens = await client.tokens.token(wish).catch(failed);
    return {
      access: { value: tokens.access_token, expiresAt: askedAt + tokens.expires_in },
      refresh: tokens.refresh_token,
    };
  }

  async function renew(): Promise<string> {
    const began = era;
    const kept = storage.read();
    const isCurrent = () => era === began && storage.read().value === kept.value;
    let mayReplace = true;
    if (kept.value) {
      try {
        const renewed = await grant({ grantType: "refresh_token", refreshToken: kept.value, clientId });
        if (isCurrent()) {
          // The platform may have replaced it; the one before is good for a minute more, for tabs that ask right now.
          if (renewed.refresh !== kept.value) storage.write({ value: renewed.refresh, role: kept.role });
          keep("renewed", renewed.access);
        }
        return renewed.access.value;
      } catch (error) {
        // A platform that does not answer has not ended anybody's stay: be a visitor for now, and try again later.
        mayReplace = error instanceof PlatformError && error.status >= 400 && error.status < 500;
      }
    }
    const visitor = await grant({ grantType: "anonymous", clientId });
    if (isCurrent() && mayReplace) {
      storage.write({ value: visitor.refresh, role: "visitor" });
      // A visitor in place of a member is news; one in place of nobody or of another visitor is not.
      keep(kept.role === "member" ? "replaced" : "renewed", visitor.access);
      if (kept.role === "member") changed();
    } else if (isCurrent()) {
      [access, accessOf] = [visitor.access, kept.value];
    }
    return visitor.access.value;
  }

  /** For here and for the other tabs. */
  function keep(what: "renewed" | "replaced", token: AccessToken): void {
    [access, accessOf] = [token, storage.read().value];
    across?.tell({ what, access, of: accessOf });
  }

  function renewOnce(): Promise<string> {
    if (renewal) return renewal;
    const work = across ? across.alone(renewUnlessTold) : renew();
    const own = work.finally(() => {
      if (renewal === own) renewal = undefined;
    });
    renewal = own;
    return own;
  }

  /** Alone among the tabs: what another one has just got need not be asked for again. */
  async function renewUnlessTold(waited: boolean): Promise<string> {
    if (waited && !isFresh()) await across?.next();
    return isFresh() ? access.value : renew();
  }

  function begin(): void {
    era += 1;
    renewal = undefined;
  }
  const changed = () => {
    for (const listener of listeners) listener();
  };

  function heard(told: Told): void {
    if (told.what !== "renewed") begin();
    if (told.what === "cleared") access = none;
    else [access, accessOf] = [told.access, told.of];
    if (told.what !== "renewed") changed();
  }
  across?.hear(heard);

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
    async signIn(wish) {
      const member = await grant({ ...wish, clientId });
      begin();
      storage.write({ value: member.refresh, role: "member" });
      keep("replaced", member.access);
      changed();
    },
    clear() {
      begin();
      access = none;
      storage.write(undefined);
      across?.tell({ what: "cleared" });
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
