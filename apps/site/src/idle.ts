/** Code that every page loads when idle, in one file, without React. */
export * as beside from "./beside.ts";
export { showPages } from "./loader/browser/pages.ts";
