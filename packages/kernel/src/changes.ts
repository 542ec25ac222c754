import type { Connection } from "@uola/database";
import type { Logger } from "pino";
import { z } from "zod";

/** What may have changed; subscribers read again what they need. */
export type Topic = (typeof topics)[number];
const topics = ["availability", "services", "business", "account", "collections", "content", "media"] as const;
type Subscriber<Known extends Topic = Topic> = (topic: Known) => void;

export type Changes = {
  /** Tell this process now and the others within a moment. Call it after the transaction, not inside. */
  publish(topic: Topic): void;
  /** Be told of changes of the given topics, here or in another process; returns the way out. */
  subscribe<Known extends Topic>(topics: readonly Known[], subscriber: Subscriber<Known>): () => void;
  /** Begin to listen to other processes. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const channel = "uola_changes";
// Commits with a NOTIFY queue behind one lock, so a rush of bookings sends one for many.
const gatherMs = 50;
const reconnectMs = 2000;

/** A hint between processes on one database that something is to be read again. A hint may get lost; no rule may rest on it. */
export function createChanges({ pool }: Connection, siteId: string, log: Logger): Changes {
  const self = crypto.randomUUID();
  const subscribers = new Set<{ topics: readonly Topic[]; subscriber: Subscriber }>();
  const pending = new Set<Topic>();
  let sending: NodeJS.Timeout | undefined;
  let listening: { end(): void } | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let stopped = true;

  const notifySubscribers = (topic: Topic) => {
    for (const { topics, subscriber } of subscribers) if (topics.includes(topic)) subscriber(topic);
  };

  const send = () => {
    sending = undefined;
    const payload = JSON.stringify({ siteId, from: self, topics: [...pending] });
    pending.clear();
    pool.query("select pg_notify($1, $2)", [channel, payload]).catch((error) => log.warn(error, "changes not told"));
  };

  const onNotification = (payload = "") => {
    const message = readHint(payload);
    if (message?.siteId !== siteId || message.from === self) return;
    for (const topic of topics) if (message.topics.includes(topic)) notifySubscribers(topic);
  };

  async function listen(): Promise<void> {
    try {
      const client = await pool.connect();
      let open = true;
      const end = () => {
        if (!open) return;
        open = false;
        client.removeAllListeners("notification");
        client.release(true);
      };
      client.on("notification", ({ payload }) => onNotification(payload));
      client.on("error", (error) => {
        log.warn(error, "changes no longer heard");
        end();
        again();
      });
      listening = { end };
      if (stopped) return end();
      await client.query(`listen ${channel}`);
      // What was said while nobody listened is unknown: read everything again.
      for (const topic of topics) notifySubscribers(topic);
    } catch (error) {
      log.warn(error, "changes not heard");
      listening?.end();
      again();
    }
  }

  const again = () => {
    listening = undefined;
    if (stopped) return;
    waiting ??= setTimeout(() => {
      waiting = undefined;
      void listen();
    }, reconnectMs).unref();
  };

  return {
    publish(topic) {
      notifySubscribers(topic);
      pending.add(topic);
      sending ??= setTimeout(send, gatherMs).unref();
    },
    subscribe(topics, subscriber) {
      // Only its own topics ever reach it.
      const entry = { topics, subscriber: subscriber as Subscriber };
      subscribers.add(entry);
      return () => subscribers.delete(entry);
    },
    start() {
      stopped = false;
      return listen();
    },
    async stop() {
      stopped = true;
      clearTimeout(waiting);
      clearTimeout(sending);
      listening?.end();
      listening = undefined;
    },
  };
}

const Hint = z.object({ siteId: z.string(), from: z.string(), topics: z.array(z.string()) });
function readHint(payload: string): z.infer<typeof Hint> | undefined {
  try {
    return Hint.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}
