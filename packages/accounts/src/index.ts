export { type Account, type AccountOptions, type Accounts, createAccounts } from "./accounts.ts";
export type { Pause, Pauses } from "./pauses.ts";
export { AccountRefusal, type AccountRefusalCode } from "./refusals.ts";
