import type { Connection } from "@uola/database";
import type { Logger } from "pino";
import { z } from "zod";

/** Types of data that may have changed. Subscribers read the data again. */
export type Topic = (typeof topics)[number];
const topics = ["availability", "services", "business", "account", "collections", "content", "media"] as const;
type Subscriber<Known extends Topic = Topic> = (topic: Known) => void;

export type Changes = {
  /** Notifies this process at once and others shortly after. To be called after the transaction. */
  publish(topic: Topic): void;
  /** Subscribes to topics published by any process. Returns a function that unsubscribes. */
  subscribe<Known extends Topic>(topics: readonly Known[], subscriber: Subscriber<Known>): () => void;
  /** Starts listening for changes made by other processes. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const channel = "uola_changes";
// PostgreSQL serialises commits that use NOTIFY, so many bookings share one notification.
const gatherMs = 50;
const reconnectMs = 2000;

/**
 * Sends notifications between processes on one database that cached data may be outdated. They can
 * get lost, so no business rule may depend on them.
 */
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
        log.warn(error, "connection for change notifications lost");
        end();
        again();
      });
      listening = { end };
      if (stopped) return end();
      await client.query(`listen ${channel}`);
      // Notifications may have been missed in the meantime, so every topic is treated as changed.
      for (const topic of topics) notifySubscribers(topic);
    } catch (error) {
      log.warn(error, "cannot listen for change notifications");
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
      // The subscriber is called only with its own topics.
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
