/** The entry modules that the browser loads, as paths within the repository. */

/** The module that every document loads at once. */
export const entryModule = "apps/web/src/entry.ts";
/** The modules that every public document loads when idle; a static page needs no others. */
export const idleModules = ["apps/web/src/idle-entry.ts", "apps/site/src/public-pages.ts"];
/** The module that every page needs in order to hydrate. */
export const hydrationModule = "apps/web/src/hydration-entry.ts";
/** The admin's entries of the page table, and the frame around its pages. */
export const adminRowsModule = "apps/admin/src/admin-pages.ts";
export const adminFrameModule = "apps/admin/src/frame/admin-frame.tsx";
