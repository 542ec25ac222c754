import type { ClientOptions } from "@uola/client";
import { words } from "@uola/words/site";
import { createLoader, type Loader, type LoaderOptions } from "./loader/server/loader.ts";
import { site } from "./pages.ts";
import { clientsOf } from "./server/clients.ts";

export type ServeOptions = Omit<LoaderOptions, "clients" | "slow"> & {
  platform: Pick<ClientOptions, "url" | "fetch">;
};

/** The site's own table, served. This is the module the server bundle is made from. */
export const serve = ({ platform, ...options }: ServeOptions): Loader =>
  createLoader(site, {
    ...options,
    slow: words("lt")("state.slow"),
    clients: clientsOf(platform, options.app.clientId),
  });
