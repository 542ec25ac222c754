export { type Across, acrossTabs } from "./across.ts";
export { type All, all } from "./all.ts";
export { type CallOptions, type Client, type ClientOptions, createClient } from "./client.ts";
export { type FieldViolation, PlatformError } from "./errors.ts";
export { cookieName, cookieStorage, memoryStorage, type RefreshStorage } from "./storage.ts";
export { createTokenStore, type TokenStore } from "./token-store.ts";
export type { AccessToken, RefreshToken, Tokens } from "./tokens.ts";
