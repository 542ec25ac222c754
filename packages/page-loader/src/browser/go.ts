/** Navigation info that requests a full document load. */
export const byLoad = "load";

/**
 * Navigates to an address of this site from code, as a click on a link would. `load` requests the
 * document from the server.
 */
export function go(url: string, options: { replace?: boolean; load?: boolean } = {}): void {
  const history = options.replace ? "replace" : "auto";
  if ("navigation" in globalThis) navigation.navigate(url, { history, info: options.load ? byLoad : undefined });
  else if (options.replace) location.replace(url);
  else location.assign(url);
}
