export { readSettings, type Settings } from "./settings.ts";
export { type Running, start } from "./start.ts";
