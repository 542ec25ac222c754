/**
 * Everything that a page needs to hydrate, in one file: fetched once, when the page is idle or the
 * user interacts with it.
 */

export { begin, hydrate } from "@uola/page-loader/browser/root.tsx";
export * as frame from "@uola/site/frame.tsx";
