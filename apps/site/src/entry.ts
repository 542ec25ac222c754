import { start } from "./loader/browser/start.ts";
import { site } from "./pages.ts";

start(site, () => import("./alive.ts"));
