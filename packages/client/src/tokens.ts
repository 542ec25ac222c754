import type { contract, Input } from "@uola/contract";
import { type Client, createClient, type Fetch } from "./client.ts";
import { PlatformError } from "./errors.ts";
import { memoryStorage, type RefreshStorage } from "./storage.ts";

/** `expiresAt` in seconds since 1970. */
export type AccessToken = { value: string; expiresAt: number };
export type RefreshToken = { value: string; role: "none" | "visitor" | "member" };
export type Tokens = { accessToken: AccessToken; refreshToken: RefreshToken };

export type TokenStore = {
  /** A token that is good for another minute; gets or renews one when needed, once for all who ask meanwhile. */
  access(): Promise<string>;
  /** A new token in place of one that was refused. */
  renewed(refused: string): Promise<string>;
  /** Whether a member is signed in, as far as is known here. */
  isLoggedIn(): boolean;
  /** Trade a grant for tokens, and keep them as a member's. */
  signIn(grant: Omit<Input<typeof contract.tokens.token>, "clientId">): Promise<void>;
  /** Forget both tokens; the next call is a new visitor's. */
  clear(): void;
};

type Options = {
  /** The platform's origin. */
  url: string;
  /** The site's public client id on the platform. */
  clientId: string;
  fetch?: Fetch;
  storage?: RefreshStorage;
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
  now = () => new Date(),
}: Options): TokenStore {
  const client: Client = createClient(fetch ? { url, fetch } : { url });
  let access = none;
  let renewal: Promise<string> | undefined;
  // A sign-in or sign-out while a renewal is under way wins over it.
  let era = 0;

  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  const isFresh = () => access.expiresAt - earlySeconds > nowSeconds();

  async function grant(wish: Input<typeof contract.tokens.token>): Promise<{ access: AccessToken; refresh: string }> {
    const askedAt = nowSeconds();
    const tokens = await client.tokens.token(wish);
    return {
      access: { value: tokens.access_token, expiresAt: askedAt + tokens.expires_in },
      refresh: tokens.refresh_token,
    };
  }

  async function renew(): Promise<string> {
    const began = era;
    const kept = storage.read();
    let mayReplace = true;
    if (kept.value) {
      try {
        const renewed = await grant({ grantType: "refresh_token", refreshToken: kept.value, clientId });
        if (era === began) access = renewed.access;
        return renewed.access.value;
      } catch (error) {
        // A platform that does not answer has not ended anybody's stay: be a visitor for now, and try again later.
        mayReplace = error instanceof PlatformError && error.status >= 400 && error.status < 500;
      }
    }
    const visitor = await grant({ grantType: "anonymous", clientId }).catch(failed);
    if (era === began) {
      access = visitor.access;
      if (mayReplace) storage.write({ value: visitor.refresh, role: "visitor" });
    }
    return visitor.access.value;
  }

  function renewOnce(): Promise<string> {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  function begin(): void {
    era += 1;
    renewal = undefined;
  }

  return {
    access: async () => (isFresh() ? access.value : renewOnce()),
    renewed(refused) {
      if (access.value === refused) access = none;
      return isFresh() ? Promise.resolve(access.value) : renewOnce();
    },
    isLoggedIn: () => storage.read().role === "member",
    async signIn(wish) {
      const member = await grant({ ...wish, clientId });
      begin();
      access = member.access;
      storage.write({ value: member.refresh, role: "member" });
    },
    clear() {
      begin();
      access = none;
      storage.write(undefined);
    },
  };
}

function failed(cause: unknown): never {
  const { status = 0, requestId, code } = cause instanceof PlatformError ? cause : {};
  throw new PlatformError("something went wrong", { kind: "system", status, requestId, code, cause });
}
