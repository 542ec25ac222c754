/**
 * The names of the service worker's caches, except for the cache of offline pages, which is named
 * by the versions of those pages.
 */
export const pagesStore = "pages";
/** The cache for data of the signed-in user; deleted on sign-out. */
export const personalStore = "personal";
