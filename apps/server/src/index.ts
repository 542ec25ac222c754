export { demoAccounts } from "./demo/people.ts";
export { readSettings, type Settings } from "./settings.ts";
export { type Running, start } from "./start.ts";
