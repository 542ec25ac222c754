/** At most this many errors are reported per document. */
const most = 10;
const told = new Set<string>();

/**
 * Reports an uncaught error to the server, which decides whether to store it (server/collect.ts).
 * The query of the URL is left out because it may identify a person. This module is loaded only
 * when the first error occurs.
 */
export function report(
  event: Pick<ErrorEvent, "error" | "message"> | Pick<PromiseRejectionEvent, "reason">,
  release: string,
) {
  const error: unknown = "reason" in event ? event.reason : (event.error ?? event.message);
  const { name, message, stack } =
    error instanceof Error ? error : { name: "Error", message: String(error), stack: "" };
  const text = JSON.stringify({ name, message, stack, release, path: location.pathname });
  if (told.size >= most || told.has(text)) return;
  told.add(text);
  navigator.sendBeacon("/errors", text);
}
