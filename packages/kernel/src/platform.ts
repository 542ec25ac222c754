import { contract } from "@uola/contract";
import type { Changes } from "./changes.ts";
import type { Context, ContextOptions, Work } from "./context.ts";
import { documentation } from "./documentation.ts";
import { health } from "./health.ts";
import { sealKeys } from "./keyring.ts";
import { type Handlers, type Pages, type Peer, serve } from "./serve.ts";

/** The handlers of all groups of the contract. */
export type PlatformHandlers = { [Group in keyof typeof contract]: Handlers<(typeof contract)[Group]> };

/** What a package adds to a platform beside its handlers: pages, and background work. */
export type PlatformPart = { pages?: Pages; work?: readonly Work[] };

export type PlatformOptions = ContextOptions & {
  /** False when other processes on the same database deliver mails and make sessions ahead. */
  backgroundWork?: boolean;
};

export type Platform = {
  /** `peer` is who is at the other end of the connection; without one, the call comes from this process. */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Begin the background work: hearing other processes, sessions made ahead, the queue. */
  start(): Promise<void>;
  stop(): Promise<void>;
  changes: Pick<Changes, "subscribe">;
};

/**
 * Serves the groups of the contract that have handlers, and the pages of the parts. Background work starts in the order of
 * the parts and stops in the opposite one.
 */
export function openPlatform(
  context: Context,
  handlers: Partial<PlatformHandlers>,
  parts: readonly PlatformPart[],
  { backgroundWork = true }: Pick<PlatformOptions, "backgroundWork"> = {},
): Platform {
  const { changes, callers, log, urls } = context;
  const served = Object.fromEntries(Object.entries(contract).filter(([group]) => group in handlers));
  const pages: Pages = Object.assign(
    { ...health(context), ...documentation(contract, urls) },
    ...parts.map((part) => part.pages),
  );
  const work: Work[] = [changes, ...(backgroundWork ? parts.flatMap((part) => part.work ?? []) : [])];
  return {
    fetch: serve(served, handlers as PlatformHandlers, { pages, callers, log }),
    async start() {
      await sealKeys(context);
      for (const each of work) await each.start();
    },
    async stop() {
      for (const each of work.toReversed()) await each.stop();
    },
    changes,
  };
}
