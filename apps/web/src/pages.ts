import { pages as adminPages } from "@uola/admin/admin-pages.ts";
import type { Shared, SiteTable } from "@uola/page-loader/page.ts";
import { pages as publicPages } from "@uola/site/public-pages.ts";

/** The name, address and hours shown in the header and the footer. */
const business = {
  topics: ["business"],
  data: () => import("@uola/site/pages/business.data.ts"),
} as const satisfies Shared<unknown>;

/** The links of the header and the footer. */
const menu = {
  topics: ["content"],
  data: () => import("@uola/site/pages/menu.data.ts"),
} as const satisfies Shared<unknown>;

/** Redirects for former URLs of the site. */
const redirects = {
  topics: ["content"],
  data: () => import("@uola/site/pages/redirects.data.ts"),
} as const satisfies Shared<unknown>;

/**
 * The complete site definition, as used by the server. Browsers get only the page table entries
 * that use the current stylesheet: a link to a page with the other stylesheet loads a new document.
 */
export const site: SiteTable = {
  pages: { ...publicPages, ...adminPages },
  app: { topics: ["business"], data: () => import("@uola/site/pages/app.data.ts") },
  slices: { business, menu },
  redirects,
  frame: () => import("@uola/site/frame.tsx"),
  sheet: (path) => (path.startsWith("/admin/") ? "admin" : "public"),
};
