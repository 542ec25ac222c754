import type { IncomingMessage, ServerResponse } from "node:http";
import type { Topic } from "../loader/page.ts";
import type { Log } from "../loader/server/context.ts";
import type { Collect } from "./collect.ts";

export type SiteOptions = {
  /** Where the server reads the platform: give `fetch` when it runs in the same process. */
  platform: { url: string; fetch?: (request: Request) => Promise<Response> };
  /** The three public origins, as browsers know them. */
  urls: { site: string; platform: string; identity: string };
  /** The site's public app on the platform. */
  clientId: string;
  identityClientId: string;
  idpConnectionId: string;
  /** `platform.changes`, when it runs in the same process. Without it, pages are at most a minute old. */
  changes?: { subscribe(topics: readonly Topic[], subscriber: (topic: Topic) => void): () => void };
  /** Where what is shown while the site starts is kept from run to run, for `whileStarting`. */
  awayFile?: string;
  /** Keeps what browsers tell of. Without it, it is heard and forgotten. */
  collect?: Collect;
  now?: () => Date;
  log?: Log;
  /** Serve from the sources, with hot reload. */
  dev?: boolean;
};

export type Site = {
  /** `peer` says where a request comes from. */
  fetch(request: Request, peer?: { network?: string | undefined }): Promise<Response>;
  /** For node:http, in front of `fetch`: answers what is in memory, and leaves the rest to `next`. */
  node(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Rejects when the site cannot be served at all, such as when it has not been built. */
  ready: Promise<void>;
  stop(): Promise<void>;
};
