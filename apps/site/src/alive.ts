/** What every page needs to come alive, in one file: fetched once, when a page is idle or touched. */
export * as frame from "./frame.tsx";
export { begin, hydrate } from "./loader/browser/root.tsx";
