export { type Account, type AccountOptions, type Accounts, createAccounts } from "./accounts.ts";
export type { FactorChange } from "./factor-changes.ts";
export type { FactorsOf } from "./factors.ts";
export type { PasskeyPlace, PasskeyRow } from "./passkeys.ts";
export { networkOf, type Pause, type Pauses } from "./pauses.ts";
export { AccountRefusal, type AccountRefusalCode } from "./refusals.ts";
export { createSealer, type Sealer } from "./seal.ts";
export { type ConnectedApp, type Device, shortNetwork, tellProcesses } from "./stays.ts";
