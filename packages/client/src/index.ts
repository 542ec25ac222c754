export { type Across, acrossTabs } from "./across.ts";
export { type All, all } from "./all.ts";
export { type CallOptions, type Client, type ClientOptions, createClient } from "./client.ts";
export { type FieldViolation, PlatformError } from "./errors.ts";
export { cookieName, cookieStorage, memoryStorage, type RefreshStorage, readCookie } from "./storage.ts";
export { type AccessToken, createTokenStore, type RefreshToken, type TokenStore, type Tokens } from "./tokens.ts";
