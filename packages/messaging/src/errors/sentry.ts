import { randomUUID } from "node:crypto";
import type { Context, PlatformPart } from "@uola/kernel";
import { createQueues, defaultTimings, outboxRelayTask, type QueueTimings } from "../notifications/notifications.ts";
import type { Report } from "./rules.ts";

/** The endpoint a DSN refers to, and the key that authenticates reports. */
export type Sentry = { url: string; key: string };
type Order = Report & { fingerprint: string; at: string };

const timeoutMs = 10_000;

/**
 * Parses a DSN of the form `https://<key>@<host>/<project>`. Returns undefined if the text is not a
 * DSN.
 */
export function readDsn(text: string): Sentry | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, host, pathname } = new URL(text);
  const [, path, project] = /^(.*)\/(\d+)\/?$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || !username || project === undefined) return undefined;
  return { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key: username };
}

/** Forwards reports from the outbox to Sentry through a separate queue. */
export function sentryRelay(
  { db, siteId, connection, log }: Pick<Context, "db" | "siteId" | "connection" | "log">,
  sentry: Sentry,
  pace: QueueTimings = defaultTimings,
): PlatformPart {
  const queues = createQueues({ connection, log, pace });
  const queue = queues.add<Order>(`sentry/${siteId}`, async ({ payload }) => {
    const response = await fetch(sentry.url, {
      method: "POST",
      headers: {
        "content-type": "application/x-sentry-envelope",
        "x-sentry-auth": `Sentry sentry_version=7, sentry_client=uola/1, sentry_key=${sentry.key}`,
      },
      body: envelopeOf(payload),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    await response.body?.cancel();
    if (response.ok) return { end: "done", note: "" };
    // A report rejected as invalid would be rejected again, so it is not retried.
    const again = response.status === 429 || response.status >= 500;
    return { end: again ? "again" : "never", note: `Sentry answered ${response.status}.` };
  });
  return {
    services: [{ start: queues.start, stop: queues.stop }],
    tasks: [outboxRelayTask({ db, siteId, kind: "sentry", queue, everyMs: pace.relayEveryMs })],
  };
}

/**
 * Returns a Sentry envelope with one event, one line each: the envelope header, the item header and
 * the event.
 */
function envelopeOf({ source, name, message, frames, place, release, browser, fingerprint, at }: Order): string {
  const id = randomUUID().replaceAll("-", "");
  const event = {
    event_id: id,
    timestamp: at,
    platform: source === "BROWSER" ? "javascript" : "node",
    level: "error",
    release,
    transaction: place,
    fingerprint: [fingerprint],
    tags: { source: source.toLowerCase(), ...(browser && { browser }) },
    exception: {
      values: [
        {
          type: name,
          value: message,
          // Sentry expects the outermost frame first, unlike a stack trace.
          stacktrace: {
            frames: frames.toReversed().map((frame) => ({
              filename: frame.file,
              function: frame.function,
              lineno: frame.line,
              colno: frame.column,
            })),
          },
        },
      ],
    },
  };
  const lines = [{ event_id: id, sent_at: new Date().toISOString() }, { type: "event" }, event];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}
