/** The modules that the browser loads by themselves, as paths within the repository. */

/** What every document loads at once. */
export const entryModule = "apps/web/src/entry.ts";
/** What every public document loads when idle, which is all that a static page needs. */
export const idleModules = ["apps/web/src/idle-entry.ts", "apps/site/src/public-pages.ts"];
/** What every page needs in order to hydrate. */
export const hydrationModule = "apps/web/src/hydration-entry.ts";
/** The admin's page rows, and the frame around its pages. */
export const adminRowsModule = "apps/admin/src/admin-pages.ts";
export const adminFrameModule = "apps/admin/src/frame/admin-frame.tsx";
