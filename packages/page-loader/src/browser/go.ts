/** The navigation `info` value that requests a full document load. */
export const byLoad = "load";

/**
 * Navigates to a URL of this site from code, as a click on a link would. With `load`, the document
 * is requested from the server.
 */
export function go(url: string, options: { replace?: boolean; load?: boolean } = {}): void {
  const history = options.replace ? "replace" : "auto";
  if ("navigation" in globalThis) navigation.navigate(url, { history, info: options.load ? byLoad : undefined });
  else if (options.replace) location.replace(url);
  else location.assign(url);
}
