/** What every page needs when nothing else is to do, in one file, without React. */
export * as beside from "./beside.ts";
export { showPages } from "./loader/browser/pages.ts";
