import { pages as adminPages } from "./admin-pages.ts";
import type { Shared, SiteTable } from "./loader/page.ts";
import { pages as publicPages } from "./public-pages.ts";

/** The name, address and hours that the header and the footer show. */
const business = {
  topics: ["business"],
  data: () => import("./pages/business.data.ts"),
} as const satisfies Shared<unknown>;

/** The links of the header and the footer. */
const menu = { topics: ["content"], data: () => import("./pages/menu.data.ts") } as const satisfies Shared<unknown>;

/** Where addresses lead that the site had before. */
const redirects = {
  topics: ["content"],
  data: () => import("./pages/redirects.data.ts"),
} as const satisfies Shared<unknown>;

/** The whole site, as the server knows it. A browser gets the rows of one sheet: no link leads from one to the other without a load. */
export const site: SiteTable = {
  pages: { ...publicPages, ...adminPages },
  app: { topics: ["business"], data: () => import("./pages/app.data.ts") },
  slices: { business, menu },
  redirects,
  frame: () => import("./frame.tsx"),
  sheet: (path) => (path.startsWith("/admin/") ? "admin" : "public"),
};
