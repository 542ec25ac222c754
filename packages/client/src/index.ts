export { type CallOptions, type Client, type ClientOptions, createClient } from "./client.ts";
export { type CrossTab, crossTab } from "./cross-tab.ts";
export { type FieldViolation, PlatformError } from "./errors.ts";
export { type AllPages, readAllPages } from "./read-all-pages.ts";
export { cookieName, cookieStorage, memoryStorage, type RefreshStorage } from "./storage.ts";
export { createTokenStore, type TokenStore } from "./token-store.ts";
export type { AccessToken, RefreshToken, Tokens } from "./tokens.ts";
