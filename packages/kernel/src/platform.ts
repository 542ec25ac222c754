import { contract } from "@uola/contract";
import { documentation } from "./api-docs.ts";
import { type Background, type BackgroundTask, createBackground } from "./background.ts";
import type { Changes } from "./changes.ts";
import type { BackgroundService, Context, ContextOptions } from "./context.ts";
import { health } from "./health.ts";
import { sealKeys } from "./keyring.ts";
import { type Handlers, type PageHandlers, type Peer, serve } from "./serve.ts";

/** Handlers of all groups of the contract. */
export type PlatformHandlers = { [Group in keyof typeof contract]: Handlers<(typeof contract)[Group]> };

/** The parts that a package adds to a platform in addition to its handlers. */
export type PlatformPart = {
  pages?: PageHandlers;
  services?: readonly BackgroundService[];
  tasks?: readonly BackgroundTask[];
};

export type PlatformOptions = ContextOptions & {
  /** False if other processes on the same database run the background work. */
  backgroundWork?: boolean;
};

export type Platform = {
  /** Handles a request. `peer` describes the connection; without it the call comes from this process. */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Starts the background work and the listener for changes made by other processes. */
  start(): Promise<void>;
  stop(): Promise<void>;
  changes: Pick<Changes, "subscribe">;
  background: Pick<Background, "pause" | "resume" | "drain" | "report">;
};

/**
 * Serves the handlers and pages of the parts. Background services start in the order of the parts,
 * followed by the tasks, which may depend on them. They stop in reverse order.
 */
export function openPlatform(
  context: Context,
  handlers: Partial<PlatformHandlers>,
  parts: readonly PlatformPart[],
  { backgroundWork = true }: Pick<PlatformOptions, "backgroundWork"> = {},
): Platform {
  const { changes, callerResolver, log, urls } = context;
  const served = Object.fromEntries(Object.entries(contract).filter(([group]) => group in handlers));
  const pages: PageHandlers = Object.assign(
    { ...health(context), ...documentation(contract, urls) },
    ...parts.map((part) => part.pages),
  );
  const own = backgroundWork ? parts : [];
  const services = [changes, ...own.flatMap((part) => part.services ?? [])];
  const background = createBackground(
    context,
    own.flatMap((part) => part.tasks ?? []),
  );
  return {
    fetch: serve(served, handlers, { pages, callerResolver, log }),
    async start() {
      await sealKeys(context);
      for (const service of services) await service.start();
      await background.start();
    },
    async stop() {
      await background.stop();
      for (const service of services.toReversed()) await service.stop();
    },
    changes,
    background,
  };
}
