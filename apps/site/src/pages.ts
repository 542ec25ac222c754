import { page, type Shared, type SiteTable } from "./loader/page.ts";

/** The name, address and hours that the header and the footer show. */
const business = {
  topics: ["business"],
  data: () => import("./pages/business.data.ts"),
} as const satisfies Shared<unknown>;

/** Every page of the site. What a row, a view and a data function are: see loader/page.ts. */
export const site: SiteTable = {
  pages: {
    home: page({
      path: "/",
      kind: "content",
      topics: ["business"],
      view: () => import("./pages/home/home.tsx"),
      data: () => import("./pages/home/home.data.ts"),
    }),
    callback: page({
      path: "/callback/",
      kind: "client-only",
      hidden: true,
      view: () => import("./pages/callback.tsx"),
    }),
    "not-found": page({ path: "/404/", kind: "content", hidden: true, view: () => import("./pages/not-found.tsx") }),
    error: page({ path: "/500/", kind: "content", hidden: true, view: () => import("./pages/error.tsx") }),
  },
  app: business,
  slices: { business },
  frame: () => import("./frame.tsx"),
};
