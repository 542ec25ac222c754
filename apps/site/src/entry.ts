import { start } from "./loader/browser/start.ts";

start({
  rows: { public: () => import("./public-pages.ts"), admin: () => import("./admin-pages.ts") },
  idle: () => import("./idle-entry.ts"),
  alive: () => import("./hydration-entry.ts"),
});
