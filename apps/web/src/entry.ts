import { start } from "@uola/page-loader/browser/start.ts";

start({
  rows: { public: () => import("@uola/site/public-pages.ts"), admin: () => import("@uola/admin/admin-pages.ts") },
  idle: () => import("./idle-entry.ts"),
  alive: () => import("./hydration-entry.ts"),
});
