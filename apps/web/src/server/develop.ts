import { once } from "node:events";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { join } from "node:path";
import type { Loader } from "@uola/page-loader/server/loader.ts";
import { headScript } from "../head-script.ts";
import { kitDocument } from "../kit/document.ts";
import type { ServeOptions } from "../serve.ts";
import type { Site } from "./site.ts";

const root = join(import.meta.dirname, "../..");
const devEntry = "/src/bundle/dev-entry.ts";

/**
 * Serves the same site from its sources: Vite transforms and reloads the modules, and every page is
 * rendered again on each request.
 */
export function develop(
  common: Pick<ServeOptions, "platform" | "app" | "now" | "log" | "drawPicture" | "calendarText">,
): Site {
  const starting = (async () => {
    const { createServer } = await import("vite");
    // A separate port for hot reload, so that two installations can be developed on one machine.
    return createServer({ root, appType: "custom", server: { middlewareMode: true, hmr: { port: await freePort() } } });
  })();
  starting.catch(() => {});
  const build = {
    id: "dev",
    styles: { public: { file: "/src/public.css" }, admin: { file: "/src/admin.css" } },
    entry: { lt: devEntry, en: devEntry },
    idle: { lt: [], en: [] },
    scripts: { lt: {}, en: {} },
    fonts: [],
    early: headScript,
  };
  const loader = async (): Promise<Loader> => {
    const vite = await starting;
    const { serve } = (await vite.ssrLoadModule("/src/serve.ts")) as { serve: (options: ServeOptions) => Loader };
    return serve({ ...common, build, files: new Map(), cached: false });
  };
  return {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/kit/") return html(await (await starting).transformIndexHtml(pathname, kitDocument));
      const response = await (await loader()).fetch(request);
      // Vite's own client needs inline scripts and its socket.
      response.headers.delete("content-security-policy");
      return response;
    },
    node: (request, response, next) => {
      starting.then(
        (vite) => vite.middlewares(request, response, next),
        () => next(),
      );
    },
    ready: starting.then(() => {}),
    stop: async () => (await starting).close(),
  };
}

const html = (text: string) => new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, "localhost");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, "close");
  return port;
}
