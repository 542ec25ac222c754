/** Says of a navigation that the document is to be loaded. */
export const byLoad = "load";

/** Go to an address of this site from code, as a click on a link would; `load` asks the server for the document. */
export function go(url: string, options: { replace?: boolean; load?: boolean } = {}): void {
  const history = options.replace ? "replace" : "auto";
  if ("navigation" in globalThis) navigation.navigate(url, { history, info: options.load ? byLoad : undefined });
  else if (options.replace) location.replace(url);
  else location.assign(url);
}
