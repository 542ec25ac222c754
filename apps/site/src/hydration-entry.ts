/**
 * Everything that a page needs to hydrate, in one file: fetched once, when the page is idle or the
 * user interacts with it.
 */
export * as frame from "./frame.tsx";
export { begin, hydrate } from "./loader/browser/root.tsx";
