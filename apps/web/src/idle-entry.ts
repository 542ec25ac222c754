/** Code that every page loads when idle, in one file, without React. */

export { showPages } from "@uola/page-loader/browser/pages.ts";
export * as beside from "./page-runtime.ts";
