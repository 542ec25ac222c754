import { pages as adminPages } from "./admin-pages.ts";
import type { Shared, SiteTable } from "./loader/page.ts";
import { pages as publicPages } from "./public-pages.ts";

/** The name, address and hours shown in the header and the footer. */
const business = {
  topics: ["business"],
  data: () => import("./pages/business.data.ts"),
} as const satisfies Shared<unknown>;

/** The links of the header and the footer. */
const menu = { topics: ["content"], data: () => import("./pages/menu.data.ts") } as const satisfies Shared<unknown>;

/** Redirects for addresses that the site used to have. */
const redirects = {
  topics: ["content"],
  data: () => import("./pages/redirects.data.ts"),
} as const satisfies Shared<unknown>;

/**
 * The complete site definition, as used by the server. Browsers get only the rows of one
 * stylesheet: a link to a page with the other one loads a new document.
 */
export const site: SiteTable = {
  pages: { ...publicPages, ...adminPages },
  app: { topics: ["business"], data: () => import("./pages/app.data.ts") },
  slices: { business, menu },
  redirects,
  frame: () => import("./frame.tsx"),
  sheet: (path) => (path.startsWith("/admin/") ? "admin" : "public"),
};
