import type { IncomingMessage, ServerResponse } from "node:http";
import type { Topic } from "@uola/page-loader/page.ts";
import type { Log } from "@uola/page-loader/server/context.ts";
import type { ReportStore } from "./collect.ts";

export type SiteOptions = {
  /** The URL of the platform API. Pass `fetch` when the platform runs in the same process. */
  platform: { url: string; fetch?: (request: Request) => Promise<Response> };
  /** The three public origins, as used by browsers. */
  urls: { site: string; platform: string; identity: string };
  /** The client id of the site's public app on the platform. */
  clientId: string;
  identityClientId: string;
  idpConnectionId: string;
  /**
   * `platform.changes`, when the platform runs in the same process. Without it, pages may be up to
   * a minute out of date.
   */
  changes?: { subscribe(topics: readonly Topic[], subscriber: (topic: Topic) => void): () => void };
  /**
   * File in which the content for `whileStarting` (shown while the site starts) is stored between
   * runs.
   */
  awayFile?: string;
  /** Stores the reports that browsers send. Without it, they are accepted and discarded. */
  collect?: ReportStore;
  now?: () => Date;
  log?: Log;
  /** Serves the site from its sources, with hot reload. */
  dev?: boolean;
};

export type Site = {
  /** `peer` describes the origin of the request. */
  fetch(request: Request, peer?: { network?: string | undefined }): Promise<Response>;
  /**
   * For node:http, called before `fetch`: responds to requests from memory and passes the rest to
   * `next`.
   */
  node(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Rejects when the site cannot be served at all, such as when it has not been built. */
  ready: Promise<void>;
  stop(): Promise<void>;
};
