export { demoAccounts } from "./demo/people.ts";
export { readSettings, type Settings } from "./settings.ts";
export { type RunningServer, start } from "./start.ts";
