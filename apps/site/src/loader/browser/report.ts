/** A document that breaks again and again has told enough. */
const most = 10;
const told = new Set<string>();

/**
 * Tells the server of an error that nobody caught; it decides what is kept (server/collect.ts). The query of the address, which may
 * name somebody, stays here. Loaded with the first error only.
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
