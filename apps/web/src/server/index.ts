import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { topics } from "@uola/page-loader/page.ts";
import type { Log } from "@uola/page-loader/server/context.ts";
import type { Build } from "@uola/page-loader/server/document.ts";
import type { Loader } from "@uola/page-loader/server/loader.ts";
import { calendarText } from "@uola/words/calendar";
import { site as table } from "../pages.ts";
import type { ServeOptions } from "../serve.ts";
import { createReportHandler } from "./collect.ts";
import { develop } from "./develop.ts";
import { filesOf } from "./files.ts";
import { storeMaintenancePage } from "./maintenance-page.ts";
import { createMediaProxy } from "./media.ts";
import { drawSharePicture } from "./share-picture.ts";
import type { Site, SiteOptions } from "./site.ts";
import { createSourceMaps } from "./source-maps.ts";

export type { Topic } from "@uola/page-loader/page.ts";
export type { ReportStore as Collect } from "./collect.ts";
export { serveWhileStarting as whileStarting } from "./maintenance-page.ts";
export type { Site, SiteOptions } from "./site.ts";

const folder = join(import.meta.dirname, "../../build");
const toConsole: Log = { error: (details, message) => console.error(message, details) };

/** Creates the website as a function from request to response. */
export function createSite(options: SiteOptions): Site {
  const media = createMediaProxy(options.platform);
  const collect = createReportHandler(options.collect, options.urls.site, table.pages);
  const pages = createPages(options);
  return {
    ...pages,
    fetch: async (request, peer) => media(request) ?? collect(request, peer) ?? pages.fetch(request),
  };
}

/** Returns a function that maps a position in a built script to its source. */
export const siteSources = () => createSourceMaps(join(folder, "maps"));

/** The id of the build; "dev" when there is no build. */
export function siteRelease(): string {
  const description = join(folder, "site.json");
  return existsSync(description) ? (JSON.parse(readFileSync(description, "utf8")) as Build).id : "dev";
}

function createPages(options: SiteOptions): Site {
  const { urls, log = toConsole, now = () => new Date() } = options;
  const app: ServeOptions["app"] = {
    siteUrl: urls.site,
    platformUrl: urls.platform,
    identityUrl: urls.identity,
    clientId: options.clientId,
    identityClientId: options.identityClientId,
    idpConnectionId: options.idpConnectionId,
  };
  const common = { platform: options.platform, app, now, log, drawPicture: drawSharePicture, calendarText };
  if (options.dev) return develop(common);

  let loader: Loader | undefined;
  const keep = () => loader && storeMaintenancePage(loader, options.awayFile, log);
  const loading = fromBuild(common).then(async (made) => {
    loader = made;
    await keep();
    return made;
  });
  // Callers that await `ready` or a request receive the error. This prevents an unhandled rejection
  // when there are no such callers.
  loading.catch(() => {});
  const unsubscribe = options.changes?.subscribe(topics, (topic) => {
    loader?.changed(topic);
    if (topic === "business") void keep();
  });
  return {
    fetch: async (request) => (await loading).fetch(request),
    node: (request, response, next) => {
      if (!loader?.quick(request, response)) next();
    },
    ready: loading.then(() => {}),
    stop: async () => unsubscribe?.(),
  };
}

async function fromBuild(
  common: Pick<ServeOptions, "platform" | "app" | "now" | "log" | "drawPicture" | "calendarText">,
): Promise<Loader> {
  const description = join(folder, "site.json");
  if (!existsSync(description)) throw new Error("The site has not been built: npm run build.");
  const build = JSON.parse(readFileSync(description, "utf8")) as Build;
  const bundle = pathToFileURL(join(folder, "server/serve.js")).href;
  const { serve } = (await import(bundle)) as { serve: (options: ServeOptions) => Loader };
  return serve({ ...common, build, files: filesOf(join(folder, "client")), cached: true });
}
